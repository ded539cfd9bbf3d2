import { crc32, deflateRawSync } from 'node:zlib'

/** Makes a ZIP of a few texts in memory, as APPNOTE 6.3 describes it: deflate, names in UTF-8, no extensions. */
export function zipFile(entries: { name: string; text: string }[]): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const bytes = Buffer.from(entry.text)
    const packed = deflateRawSync(bytes)
    // Version 2.0, UTF-8 names, deflate; 1980-01-01 as date, because the texts contain their own time.
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x0800, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt16LE(0x21, 8)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    central.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), common, tail, name)
    local.push(Buffer.from([0x50, 0x4b, 3, 4]), common, name, packed)
    offset += 30 + name.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}
