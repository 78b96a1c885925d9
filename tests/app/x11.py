"""What xdotool cannot do: closing a window politely, and dropping files on it."""

import ctypes
import ctypes.util
import struct

CLIENT_MESSAGE, SELECTION_NOTIFY, SELECTION_REQUEST = 33, 31, 30
EVENT_BYTES = 192  # sizeof(XEvent)


class Connection:
    """A client of an X server, with an invisible window."""

    def __init__(self, display):
        self.x11 = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
        for function in ("XOpenDisplay", "XInternAtom", "XDefaultRootWindow", "XCreateSimpleWindow"):
            getattr(self.x11, function).restype = ctypes.c_void_p
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(display.encode()))
        self.root = self.x11.XDefaultRootWindow(self.display)
        self.window = self.x11.XCreateSimpleWindow(
            self.display, ctypes.c_ulong(self.root), 0, 0, 1, 1, 0, ctypes.c_ulong(0),
            ctypes.c_ulong(0))

    def close(self):
        self.x11.XCloseDisplay(self.display)

    def atom(self, name):
        return self.x11.XInternAtom(self.display, name.encode(), 0)

    def send(self, window, event):
        self.x11.XSendEvent(self.display, ctypes.c_ulong(window), 0, ctypes.c_long(0),
                            event.ljust(EVENT_BYTES, b"\0"))
        self.x11.XFlush(self.display)

    def send_message(self, window, name, *words):
        words = (words + (0, 0, 0, 0, 0))[:5]
        self.send(window, struct.pack("@iLiPLLi5l", CLIENT_MESSAGE, 0, 1, 0, window,
                                      self.atom(name), 32, *words))

    def close_window(self, window):
        """Sends what a window manager sends when its close button is clicked."""
        self.send_message(window, "WM_PROTOCOLS", self.atom("WM_DELETE_WINDOW"))

    def drop_files(self, window, paths):
        """Drops files as a file manager does: the XDND protocol, version 5."""
        selection = self.atom("XdndSelection")
        self.x11.XSetSelectionOwner(self.display, ctypes.c_ulong(selection),
                                    ctypes.c_ulong(self.window), ctypes.c_ulong(0))
        self.send_message(window, "XdndEnter", self.window, 5 << 24, self.atom("text/uri-list"))
        self.send_message(window, "XdndPosition", self.window, 0, 10 << 16 | 10, 0,
                          self.atom("XdndActionCopy"))
        self.send_message(window, "XdndDrop", self.window, 0, 0)
        self.answer_selection_request("".join(f"file://{path}\r\n" for path in paths).encode())
        finished = self.atom("XdndFinished")
        while struct.unpack_from("@iLiPLL", self.next_event(CLIENT_MESSAGE))[5] != finished:
            pass

    def next_event(self, kind):
        """Waits for an event of this kind; only the time limit of ctest ends this."""
        event = ctypes.create_string_buffer(EVENT_BYTES)
        while True:
            self.x11.XNextEvent(self.display, event)
            if struct.unpack_from("@i", event)[0] == kind:
                return event

    def answer_selection_request(self, text):
        event = self.next_event(SELECTION_REQUEST)
        *_, requestor, selection, target, answer, time = struct.unpack_from("@iLiPLLLLLL", event)
        property_replace = 0
        self.x11.XChangeProperty(self.display, ctypes.c_ulong(requestor), ctypes.c_ulong(answer),
                                 ctypes.c_ulong(target), 8, property_replace, text, len(text))
        self.send(requestor, struct.pack("@iLiPLLLLL", SELECTION_NOTIFY, 0, 1, 0, requestor,
                                         selection, target, answer, time))
