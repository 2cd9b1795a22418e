/// In a static program, libgcc 13 and later goes through the frames of all functions before `main`, to register them: a
/// millisecond and a half. It finds them without that, by the index that the linker makes (`.eh_frame_hdr`), so the Makefile
/// has the linker put these in the place of its functions (`--wrap`).
void __wrap___register_frame_info(const void *frames, void *object);
void *__wrap___deregister_frame_info(const void *frames);

void __wrap___register_frame_info(const void *frames, void *object) {}
void *__wrap___deregister_frame_info(const void *frames) { return 0; }
