// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarSQLite

/// The functions of a wrapped file: they ask for a verdict, or hand the call on.
enum FaultMethods {
  private typealias File = UnsafeMutablePointer<sqlite3_file>

  /// Version 2 of the interface: with the shared memory of WAL, without memory-mapped reads.
  static func table() -> sqlite3_io_methods {
    var table = sqlite3_io_methods()
    table.iVersion = 2
    addFile(to: &table)
    addLocks(to: &table)
    addSharedMemory(to: &table)
    return table
  }

  private static func real(_ file: File?) -> (File, sqlite3_io_methods)? {
    guard let file else { return nil }
    let inner = FaultShim.inner(file)
    guard let methods = inner.pointee.pMethods?.pointee else { return nil }
    return (inner, methods)
  }

  private static func addFile(to table: inout sqlite3_io_methods) {
    table.xClose = { file in
      guard let (inner, methods) = FaultMethods.real(file) else { return SQLITE_IOERR }
      return methods.xClose(inner)
    }
    table.xRead = { file, buffer, count, offset in
      guard let (inner, methods) = FaultMethods.real(file) else { return SQLITE_IOERR }
      return methods.xRead(inner, buffer, count, offset)
    }
    table.xWrite = { file, buffer, count, offset in
      guard let file, let (inner, methods) = FaultMethods.real(file) else { return SQLITE_IOERR }
      let header = FaultShim.header(file)
      if let failure = FaultShim.owner(header.owner).verdict(on: .write, path: header.path) {
        // A full disk takes what still fits.
        _ = methods.xWrite(inner, buffer, count / 2, offset)
        return failure
      }
      return methods.xWrite(inner, buffer, count, offset)
    }
    table.xTruncate = { file, size in
      guard let (inner, methods) = FaultMethods.real(file) else { return SQLITE_IOERR }
      return methods.xTruncate(inner, size)
    }
    table.xSync = { file, flags in
      guard let file, let (inner, methods) = FaultMethods.real(file) else { return SQLITE_IOERR }
      let header = FaultShim.header(file)
      if let failure = FaultShim.owner(header.owner).verdict(on: .sync, path: header.path) {
        return failure
      }
      return methods.xSync(inner, flags)
    }
    table.xFileSize = { file, size in
      guard let (inner, methods) = FaultMethods.real(file) else { return SQLITE_IOERR }
      return methods.xFileSize(inner, size)
    }
  }

  private static func addLocks(to table: inout sqlite3_io_methods) {
    table.xLock = { file, level in
      guard let (inner, methods) = FaultMethods.real(file) else { return SQLITE_IOERR }
      return methods.xLock(inner, level)
    }
    table.xUnlock = { file, level in
      guard let (inner, methods) = FaultMethods.real(file) else { return SQLITE_IOERR }
      return methods.xUnlock(inner, level)
    }
    table.xCheckReservedLock = { file, result in
      guard let (inner, methods) = FaultMethods.real(file) else { return SQLITE_IOERR }
      return methods.xCheckReservedLock(inner, result)
    }
    table.xFileControl = { file, operation, argument in
      guard let (inner, methods) = FaultMethods.real(file) else { return SQLITE_IOERR }
      return methods.xFileControl(inner, operation, argument)
    }
    table.xSectorSize = { file in
      guard let (inner, methods) = FaultMethods.real(file) else { return 4096 }
      return methods.xSectorSize(inner)
    }
    table.xDeviceCharacteristics = { file in
      guard let (inner, methods) = FaultMethods.real(file) else { return 0 }
      return methods.xDeviceCharacteristics(inner)
    }
  }

  private static func addSharedMemory(to table: inout sqlite3_io_methods) {
    table.xShmMap = { file, page, size, extends, address in
      guard let (inner, methods) = FaultMethods.real(file) else { return SQLITE_IOERR }
      return methods.xShmMap(inner, page, size, extends, address)
    }
    table.xShmLock = { file, offset, count, flags in
      guard let (inner, methods) = FaultMethods.real(file) else { return SQLITE_IOERR }
      return methods.xShmLock(inner, offset, count, flags)
    }
    table.xShmBarrier = { file in
      guard let (inner, methods) = FaultMethods.real(file) else { return }
      methods.xShmBarrier(inner)
    }
    table.xShmUnmap = { file, deletes in
      guard let (inner, methods) = FaultMethods.real(file) else { return SQLITE_IOERR }
      return methods.xShmUnmap(inner, deletes)
    }
  }
}
