// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials

/// Turns values into frames and back.
enum FrameCoder {
  /// Writes a value as one frame with its NUL.
  ///
  /// - Parameter value: A value that encodes as a JSON object.
  /// - Returns: The bytes to send.
  /// - Throws: `EncodingError` for what JSON cannot spell, such as not-a-number.
  static func frame(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    // Without sorting the order of the keys would change from one process to the next.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var bytes = [UInt8](try encoder.encode(value))
    bytes.append(0)
    return bytes
  }

  /// Reads a value from a frame.
  ///
  /// - Parameters:
  ///   - type: What to read.
  ///   - frame: The bytes without the NUL.
  /// - Returns: The value; fields that the type does not have are ignored.
  /// - Throws: `DecodingError` for anything but the JSON that the type asks for.
  static func value<Value: Decodable>(_ type: Value.Type, of frame: [UInt8]) throws -> Value {
    // The decoder reads strings lazily and guesses encodings; a frame must be UTF-8 throughout.
    guard (try? UTF8Span(validating: frame.span)) != nil else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "the frame is not UTF-8")
      )
    }
    return try JSONDecoder().decode(type, from: Data(frame))
  }

  /// Reads the parameters of a call or reply; none count as an empty object.
  ///
  /// - Parameters:
  ///   - type: What to read.
  ///   - frame: The bytes without the NUL.
  /// - Returns: The parameters.
  /// - Throws: `ServiceInterface.InvalidParameter` that names the field which cannot be used.
  static func parameters<Value: Decodable>(
    _ type: Value.Type,
    of frame: [UInt8]
  ) throws -> Value {
    do {
      if let parameters = try value(Parameters<Value>.self, of: frame).parameters {
        return parameters
      }
      return try value(type, of: Array("{}".utf8))
    } catch let error as DecodingError {
      let field = path(of: error) ?? numberOutOfRange(in: frame) ?? "parameters"
      throw ServiceInterface.InvalidParameter(parameter: field)
    }
  }

  private struct Parameters<Value: Decodable>: Decodable {
    var parameters: Value?
  }

  /// The field that an error is about, with dots between the names; `nil` when it does not say.
  private static func path(of error: DecodingError) -> String? {
    var keys: [any CodingKey]
    switch error {
    case .keyNotFound(let key, let context): keys = context.codingPath + [key]
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      keys = context.codingPath
    @unknown default: keys = []
    }
    if keys.first?.stringValue == "parameters" { keys.removeFirst() }
    let path = keys.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    if path.isEmpty { return nil }
    return path.hasPrefix(".") ? String(path.dropFirst()) : path
  }

  /// The field with a number that no integer holds, since the decoder does not say which one it is.
  private static func numberOutOfRange(in frame: [UInt8]) -> String? {
    let fields = try? value(Parameters<[String: NumberProbe]>.self, of: frame).parameters
    return fields?.filter(\.value.isOutOfRange).keys.min()
  }

  private struct NumberProbe: Decodable {
    var isOutOfRange = false

    init(from decoder: any Decoder) throws {
      do {
        _ = try decoder.singleValueContainer().decode(Int.self)
      } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
        // Not a number at all, which the decoder names by itself.
      } catch {
        // Foundation has an error of its own for such numbers, and forgets the field on the way
        // out.
        isOutOfRange = true
      }
    }
  }
}
