// Part of Nightjar. SPDX-License-Identifier: Apache-2.0
//
// systemd's bus interface. Its variadic conveniences are not imported by Swift and not needed:
// sd_bus_message_append_basic and sd_bus_message_read_basic do the same, one value at a time.

#pragma once

#include <systemd/sd-bus.h>
