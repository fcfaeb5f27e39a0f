// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import CNightjarSQLite
internal import Glibc

/// The C side of ``FaultyFileSystem``: the structures and functions that SQLite calls.
///
/// A file of ours is laid out as one ``Header``, followed by the wrapped file of the real system,
/// to which every call is handed on.
enum FaultShim {
  /// What precedes the wrapped file in the memory that SQLite provides.
  struct Header {
    var base: sqlite3_file
    var owner: UnsafeRawPointer
    var path: UnsafePointer<CChar>?
  }

  private static let headerSize = 32

  /// Registers a wrapper of the default file system under a name.
  ///
  /// The structure, the name and the owner stay for the life of the process, as SQLite demands of a
  /// file system that connections may still use.
  static func register(name: String, owner: FaultyFileSystem) -> Int32 {
    guard let real = sqlite3_vfs_find(nil), let name = strdup(name) else { return SQLITE_ERROR }
    let shim = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    // The other functions of the unix file system do not look at the structure they came from.
    shim.initialize(to: real.pointee)
    shim.pointee.pNext = nil
    shim.pointee.zName = UnsafePointer(name)
    shim.pointee.szOsFile = Int32(headerSize) + real.pointee.szOsFile
    shim.pointee.pAppData = Unmanaged.passRetained(owner).toOpaque()
    shim.pointee.xOpen = open
    shim.pointee.xDelete = { _, path, syncsFolder in
      guard let real = sqlite3_vfs_find(nil) else { return SQLITE_ERROR }
      return real.pointee.xDelete(real, path, syncsFolder)
    }
    return sqlite3_vfs_register(shim, 0)
  }

  private typealias Open =
    @convention(c) (
      UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?,
      UnsafeMutablePointer<sqlite3_file>?, Int32, UnsafeMutablePointer<Int32>?
    ) -> Int32

  private static let open: Open = { shim, path, file, flags, outFlags in
    guard let file, let owner = shim?.pointee.pAppData, let real = sqlite3_vfs_find(nil) else {
      return SQLITE_CANTOPEN
    }
    // SQLite does not close a file that has no methods.
    file.pointee.pMethods = nil
    if let failure = FaultShim.owner(owner).verdict(on: .open, path: path) { return failure }
    let inner = FaultShim.inner(file)
    let result = real.pointee.xOpen(real, path, inner, flags, outFlags)
    guard inner.pointee.pMethods != nil else { return result }
    let header = Header(
      base: sqlite3_file(pMethods: UnsafePointer(FaultShim.methods)),
      owner: UnsafeRawPointer(owner),
      path: path
    )
    UnsafeMutableRawPointer(file).bindMemory(to: Header.self, capacity: 1).initialize(to: header)
    return result
  }

  // The table is written once, before the first file system is registered, and only read after.
  nonisolated(unsafe) private static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: FaultMethods.table())
    return methods
  }()

  static func inner(
    _ file: UnsafeMutablePointer<sqlite3_file>
  ) -> UnsafeMutablePointer<
    sqlite3_file
  > {
    UnsafeMutableRawPointer(file).advanced(by: headerSize).assumingMemoryBound(
      to: sqlite3_file.self
    )
  }

  static func owner(_ pointer: UnsafeRawPointer) -> FaultyFileSystem {
    Unmanaged<FaultyFileSystem>.fromOpaque(pointer).takeUnretainedValue()
  }

  static func header(_ file: UnsafeMutablePointer<sqlite3_file>) -> Header {
    UnsafeMutableRawPointer(file).assumingMemoryBound(to: Header.self).pointee
  }
}
