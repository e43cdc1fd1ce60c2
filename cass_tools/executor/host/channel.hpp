// The way to whoever runs the program: a socket at CASS_EXEC_REPORT, connected before main.
//
// Each line carries a number and a secret that the listener gave to the first who connected, so
// that the program cannot speak in the runtime's name, take lines back, or write over them.
#pragma once

#include <string>

namespace cass {

// Whether anybody listens.
bool heard();

// Sends a line of text; lost where nobody listens. May be called from signal handlers.
void send_line(const std::string &line);

} // namespace cass
