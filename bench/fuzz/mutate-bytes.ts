import type { Random } from '../simulation/random.ts'

const MOST_BYTES = 64 * 1024
const MOST_CHANGES = 6
/** Numbers at which readers go wrong, and signs that divide something. */
const tokens = [
  ...[
    '0',
    '-1',
    '1e308',
    '1e-308',
    '-0',
    'NaN',
    'Infinity',
    '999999999',
    '2147483648',
    '9007199254740993',
    '1,5',
    '1.2.3',
    '٣',
  ],
  ...[
    '\n',
    '\r\n',
    '\t',
    ',',
    ';',
    '"',
    '""',
    "'",
    '##',
    '##END=',
    '=',
    '$$',
    '<',
    '/>',
    '<!--',
    '&amp;',
    '\u0000',
    '\ufeff',
    '\u2028',
    '中',
  ],
]

/** The bytes with a few changes, some of them taken from another input. */
export function mutated(input: Buffer, other: Buffer, random: Random): Buffer {
  let bytes = input
  for (let n = random.whole(1, MOST_CHANGES); n > 0; n--) bytes = random.pick(changes)(bytes, other, random)
  return bytes.subarray(0, MOST_BYTES)
}

type Change = (bytes: Buffer, other: Buffer, random: Random) => Buffer

const replaced = (bytes: Buffer, from: number, to: number, by: Uint8Array) =>
  Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)])

function piece(bytes: Buffer, random: Random, most = 64): [from: number, to: number] {
  const from = random.whole(0, bytes.length)
  return [from, Math.min(bytes.length, from + random.whole(1, most))]
}

const changes: readonly Change[] = [
  (bytes, _other, random) => {
    if (bytes.length === 0) return bytes
    const copy = Buffer.from(bytes)
    const at = random.whole(0, bytes.length - 1)
    copy[at] = (copy[at] ?? 0) ^ (1 << random.whole(0, 7))
    return copy
  },
  (bytes, _other, random) => {
    const [at] = piece(bytes, random)
    return replaced(bytes, at, at, Buffer.from([random.whole(0, 255)]))
  },
  (bytes, _other, random) => {
    const [from, to] = piece(bytes, random)
    return replaced(bytes, from, to, Buffer.alloc(0))
  },
  (bytes, _other, random) => {
    const [from, to] = piece(bytes, random, 400)
    const times = random.chance(0.05) ? 200 : random.whole(1, 4)
    return replaced(bytes, from, from, Buffer.concat(Array.from({ length: times }, () => bytes.subarray(from, to))))
  },
  (bytes, _other, random) => {
    const [at, to] = piece(bytes, random, 8)
    return replaced(bytes, at, random.chance(0.5) ? at : to, Buffer.from(random.pick(tokens)))
  },
  (bytes, other, random) => {
    const [at] = piece(bytes, random)
    const [from, to] = piece(other, random, 400)
    return replaced(bytes, at, at, other.subarray(from, to))
  },
  (bytes, other, random) =>
    Buffer.concat([bytes.subarray(0, piece(bytes, random)[0]), other.subarray(piece(other, random)[0])]),
  changedNumber,
]

/** Another number where one stands: where sizes and counts of a file are. */
function changedNumber(bytes: Buffer, _other: Buffer, random: Random): Buffer {
  const text = bytes.toString('latin1')
  const found = [...text.matchAll(/-?\d+(?:\.\d+)?/g)]
  if (found.length === 0) return bytes
  const { 0: number, index } = random.pick(found)
  const value = random.pick([
    String(-Number(number)),
    String(Number(number) + 1),
    String(Number(number) * 10),
    ...['0', '65536', '1e9', '-1', '1e309', '0.1e-320'],
  ])
  return replaced(bytes, index, index + number.length, Buffer.from(value))
}
