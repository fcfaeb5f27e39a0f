// Part of Nightjar. SPDX-License-Identifier: Apache-2.0
//
// SQLite's interface, and wrappers for what Swift cannot call: casts in macros and variadics.

#pragma once

#include <sqlite3.h>

/// Binds text that SQLite copies; SQLITE_TRANSIENT is a macro with a cast.
static inline int nightjar_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text,
                                            int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

/// Binds bytes that SQLite copies.
static inline int nightjar_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes,
                                            int length) {
  return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

/// Switches a connection option; sqlite3_db_config is variadic.
static inline int nightjar_sqlite_configure(sqlite3 *connection, int option, int value) {
  return sqlite3_db_config(connection, option, value, (int *)0);
}
