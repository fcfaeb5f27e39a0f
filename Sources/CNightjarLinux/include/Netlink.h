// Part of Nightjar. SPDX-License-Identifier: Apache-2.0
//
// Netlink, the kernel's message socket: rtnetlink(7) for links and routes, and the kernel's own
// announcements of devices.

#pragma once

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
