# What `cmake --install` puts where.
#
# bin/limber finds share/limber, and libexec/limber/limber_tetgen, from where it lies itself, so
# that what was installed may be moved.

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
install(FILES README.md scenes/REFERENCE.md DESTINATION share/doc/limber)
install(FILES LICENSE DESTINATION share/doc/limber RENAME copyright)
