# Rules of `cmake --install`, and the packages made by `cpack -G DEB`.
#
# bin/limber finds share/limber and libexec/limber/limber_tetgen relative to itself, so that the
# installation can be moved.

install(TARGETS limber RUNTIME DESTINATION bin)
if(LIMBER_HAS_TETGEN)
  install(TARGETS limber_tetgen RUNTIME DESTINATION libexec/limber)
endif()
install(DIRECTORY scenes DESTINATION share/limber FILES_MATCHING PATTERN *.toml)
install(DIRECTORY shaders DESTINATION share/limber
        FILES_MATCHING PATTERN *.glsl PATTERN *.vert PATTERN *.frag PATTERN *.comp)
install(FILES app/desktop/limber.desktop DESTINATION share/applications)
install(FILES assets/icon/limber.svg DESTINATION share/icons/hicolor/scalable/apps)
install(FILES assets/icon/limber.png DESTINATION share/icons/hicolor/256x256/apps)
file(GLOB pages CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} README.md app/*.md scenes/*.md)
foreach(page IN LISTS pages)  # in the source tree's layout, for their links
  cmake_path(GET page PARENT_PATH folder)
  install(FILES ${page} DESTINATION share/doc/limber/${folder})
endforeach()
install(FILES LICENSE DESTINATION share/doc/limber RENAME copyright)

# ---- Packages ----
set(CPACK_PACKAGE_NAME limber)
set(CPACK_PACKAGE_VENDOR "Limber developers")
set(CPACK_PACKAGE_CONTACT "Limber developers <limber@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "interactive physics on the GPU and the CPU")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_GENERATOR DEB)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# Library package names differ between releases; each release has its own package.
if(EXISTS /etc/os-release)
  file(STRINGS /etc/os-release codename REGEX "^VERSION_CODENAME=")
  string(REPLACE "VERSION_CODENAME=" "1~" CPACK_DEBIAN_PACKAGE_RELEASE "${codename}")
endif()
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# GLFW loads OpenGL's libraries at run time, so dpkg-shlibdeps does not find them.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libegl1, libgl1, libopengl0")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
    "ffmpeg, fonts-inter | fonts-dejavu-core, glmark2-data, libgl1-mesa-dri, libegl-mesa0")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Limber shows physics live: pull cloth, soft bodies, rigid piles, grains, plants
and water about with the mouse, switch the running scene between one CPU core,
all cores and a CUDA GPU, and record a video of it. Without a window the same
scenes run as a measuring instrument.")
include(CPack)
