#pragma once

/// Marks a function that runs on the host and on a CUDA device alike.
#ifdef __CUDACC__
#define LIMBER_HD __host__ __device__
#else
#define LIMBER_HD
#endif
