#!/usr/bin/env python3
# Part of Nightjar. SPDX-License-Identifier: Apache-2.0
"""Puts services of python3-dbusmock on a private bus, as the tests tell it to.

usage: stage.py FOLDER             read commands, one a line, and answer each with a line of JSON
       stage.py --play ADDRESS ROLE    play one service; ROLE is JSON, see Stage.start

commands:

  bus start | bus stop
  start TITLE ROLE
  stop TITLE
  freeze TITLE | thaw TITLE
  call TITLE PATH INTERFACE METHOD ARGUMENTS      ARGUMENTS is a list
  set TITLE PATH INTERFACE PROPERTY VALUE

JSON has no spaces in it. A value of the bus is written as {"TYPE": value}, TYPE being a letter.
"""

import json
import os
import signal
import subprocess
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
import dbusmock
from gi.repository import GLib

TYPES = {
    "b": dbus.Boolean, "u": dbus.UInt32, "t": dbus.UInt64, "i": dbus.Int32, "y": dbus.Byte,
    "d": dbus.Double, "s": dbus.String, "x": dbus.Int64,
}
CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>{address}</listen><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
</policy></busconfig>"""


def value(written):
    """The value of the bus that was written in JSON."""
    if isinstance(written, dict):
        (kind, plain), = written.items()
        return TYPES[kind](plain)
    if isinstance(written, list):
        return dbus.Array([value(item) for item in written], signature="v")
    return written


def values(written):
    """The properties that were written in JSON."""
    return {name: value(item) for name, item in written.items()}


def play(address, role):
    """Plays one service until the bus or the stage goes away."""
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.bus.BusConnection(address)
    bus.set_exit_on_disconnect(True)
    if "template" in role:
        module = dbusmock.mockobject.load_module(role["template"])
        name, path = module.BUS_NAME, module.MAIN_OBJ
        interface = getattr(module, "MAIN_IFACE", dbusmock.mockobject.OBJECT_MANAGER_IFACE)
    else:
        name, path, interface = role["name"], role["path"], role["interface"]
    # Nothing is answered before the loop runs, so nobody sees a service that is half set up.
    owned = dbus.service.BusName(
        name, bus, allow_replacement=True, replace_existing=True, do_not_queue=True)
    is_manager = "template" in role and getattr(module, "IS_OBJECT_MANAGER", False)
    mock = dbusmock.mockobject.DBusMockObject(
        owned, path, interface, {}, os.devnull, is_manager)
    dbusmock.mockobject.objects[path] = mock
    if "template" in role:
        mock.AddTemplate(role["template"], values(role.get("parameters", {})))
    for at, kind, properties in role.get("properties", []):
        target = dbusmock.mockobject.objects[at]
        target.props.setdefault(kind, {}).update(values(properties))
    print("ready", flush=True)
    GLib.MainLoop().run()


class Stage:
    """The bus, and the services on it."""

    def __init__(self, folder):
        self.folder = folder
        self.address = f"unix:path={folder}/run/dbus/system_bus_socket"
        self.bus = None
        self.connection = None
        self.services = {}
        os.makedirs(f"{folder}/run/dbus", exist_ok=True)
        with open(f"{folder}/bus.conf", "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(address=self.address))

    def start_bus(self):
        self.bus = subprocess.Popen(
            ["dbus-daemon", f"--config-file={self.folder}/bus.conf", "--nofork",
             "--print-address=1"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.bus.stdout.readline()
        self.connection = dbus.bus.BusConnection(self.address)
        self.connection.set_exit_on_disconnect(False)

    def stop_bus(self):
        for title in list(self.services):
            self.stop(title)
        self.connection.close()
        self.bus.kill()
        self.bus.wait()

    def start(self, title, role):
        """A role names a template with its parameters, or a bare service, and more properties."""
        process = subprocess.Popen(
            [sys.executable, __file__, "--play", self.address, role],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        if process.stdout.readline() != b"ready\n":
            raise RuntimeError(f"{title} did not start")
        played = json.loads(role)
        name = played.get("name")
        if not name:
            name = dbusmock.mockobject.load_module(played["template"]).BUS_NAME
        self.services[title] = (process, name)

    def stop(self, title):
        process, _ = self.services.pop(title)
        process.kill()
        process.wait()

    def freeze(self, title):
        self.services[title][0].send_signal(signal.SIGSTOP)

    def thaw(self, title):
        self.services[title][0].send_signal(signal.SIGCONT)

    def object(self, title, path):
        return self.connection.get_object(self.services[title][1], path, introspect=False)

    def call(self, title, path, interface, method, arguments):
        proxy = dbus.Interface(self.object(title, path), interface)
        return proxy.get_dbus_method(method)(*[value(item) for item in json.loads(arguments)])

    def set(self, title, path, interface, name, written):
        self.object(title, path).Set(
            interface, name, value(json.loads(written)), dbus_interface=dbus.PROPERTIES_IFACE)

    def obey(self, words):
        if words[0] == "bus":
            return self.start_bus() if words[1] == "start" else self.stop_bus()
        verbs = {
            "start": self.start, "stop": self.stop, "freeze": self.freeze, "thaw": self.thaw,
            "call": self.call, "set": self.set,
        }
        return verbs[words[0]](*words[1:])

    def close(self):
        for process, _ in self.services.values():
            process.kill()
        if self.bus:
            self.bus.kill()


def main():
    if sys.argv[1] == "--play":
        return play(sys.argv[2], json.loads(sys.argv[3]))
    stage = Stage(sys.argv[1])
    try:
        for line in sys.stdin:
            try:
                answer = {"isDone": True, "value": str(stage.obey(line.split()))}
            except Exception as error:  # Whatever it is, the test is told.
                answer = {"isDone": False, "value": f"{type(error).__name__}: {error}"}
            print(json.dumps(answer), flush=True)
    finally:
        stage.close()


main()
