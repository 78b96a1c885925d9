// The kernels of sparse matrices and conjugate gradients, listed once for the GPU.

#include "kernels/launch_on_cuda.h"
#include "kernels/sparse/bin_bcsr.h"
#include "kernels/sparse/conjugate_gradient.h"
#include "kernels/sparse/multiply.h"
#include "kernels/sparse/rows_on_cuda.h"
#include "kernels/sparse/sprung.h"

#define LIMBER_OF_LAYOUT(...)                              \
  LIMBER_ROWS(limber::Multiply<__VA_ARGS__>);              \
  LIMBER_ROWS(limber::MultiplyDirection<__VA_ARGS__>);     \
  LIMBER_KERNEL(limber::AssembleBlockRow<__VA_ARGS__, 3>); \
  LIMBER_KERNEL(limber::InvertDiagonal<__VA_ARGS__, 3>)

#define LIMBER_OF_NODES(T, D)                 \
  LIMBER_ROWS(limber::SetFirstGuess<T, D>);   \
  LIMBER_ROWS(limber::SizeOfRightSide<T, D>); \
  LIMBER_ROWS(limber::StartResidual<T, D>);   \
  LIMBER_ROWS(limber::MoveAlongGuess<T, D>);  \
  LIMBER_ROWS(limber::MoveSolution<T, D>);    \
  LIMBER_ROWS(limber::ApplyBlocks<T, D>)

#define LIMBER_OF_SCALAR(T)                                      \
  LIMBER_OF_LAYOUT(limber::BinCsr<T>);                           \
  LIMBER_OF_LAYOUT(limber::BinBcsr<T>);                          \
  LIMBER_OF_LAYOUT(limber::BlockSell<T>);                        \
  LIMBER_KERNEL(limber::AssembleBlockRow<limber::BinCsr<T>, 1>); \
  LIMBER_KERNEL(limber::InvertDiagonal<limber::BinCsr<T>, 1>);   \
  LIMBER_OF_NODES(T, 1);                                         \
  LIMBER_OF_NODES(T, 3);                                         \
  LIMBER_ROWS(limber::TurnDirection<T>);                         \
  LIMBER_ROWS(limber::Dot<T>);                                   \
  LIMBER_ROWS(limber::AddScaled<T>)

LIMBER_OF_SCALAR(float);
LIMBER_OF_SCALAR(double);
#define LIMBER_OF_SPRUNG(...)                                          \
  LIMBER_ROWS(limber::Multiply<limber::Sprung<__VA_ARGS__>>);          \
  LIMBER_ROWS(limber::MultiplyDirection<limber::Sprung<__VA_ARGS__>>); \
  LIMBER_KERNEL(limber::InvertDiagonal<limber::Sprung<__VA_ARGS__>, 3>)

LIMBER_OF_SPRUNG(limber::BinCsr<float>);
LIMBER_OF_SPRUNG(limber::BinBcsr<float>);
LIMBER_OF_SPRUNG(limber::BlockSell<float>);
LIMBER_ROWS(limber::NoteTarget);
LIMBER_ROWS(limber::NoteSlope);
LIMBER_ROWS(limber::BeginLog<float>);
LIMBER_ROWS(limber::BeginLog<double>);
