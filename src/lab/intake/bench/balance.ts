import { weighed } from './balance-rules.ts'

/** What is used here of a serial port (Web Serial, Chrome and Edge on computers and Android); TypeScript does not know it yet. */
interface SerialPort {
  open: (options: { baudRate: number }) => Promise<void>
  close: () => Promise<void>
  readable: ReadableStream<Uint8Array>
  writable: WritableStream<Uint8Array>
}
interface Serial {
  requestPort: () => Promise<SerialPort>
  getPorts: () => Promise<SerialPort[]>
}

const WAIT_MS = 15_000
/** What nearly all balances are delivered with. */
const BAUD = 9600

export function serialPorts(): Serial | undefined {
  return (navigator as Navigator & { serial?: Serial }).serial
}

/**
 * The weight in mg that the balance tells next. It is asked by the command `S` of MT-SICS, to which a balance of another maker gives no answer: there
 * the person presses its print button. Rejects with a text for the person.
 */
export async function weighNow(serial: Serial): Promise<number> {
  const port = (await serial.getPorts())[0] ?? (await serial.requestPort())
  await port.open({ baudRate: BAUD })
  const reader = port.readable.getReader()
  const timer = setTimeout(() => void reader.cancel(), WAIT_MS)
  try {
    await askWeight(port)
    let rest = ''
    let moved = false
    for (;;) {
      const { value, done } = await reader.read()
      if (done)
        throw new Error(moved ? '读数一直不稳定，请等稳定后再取' : '天平没有发来读数，请检查连接或按天平上的打印键')
      rest += new TextDecoder('latin1').decode(value)
      const lines = rest.split(/\r\n|\r|\n/)
      rest = lines.pop() ?? ''
      for (const result of lines.map(weighed)) {
        if (result?.kind === 'weight') return result.mg
        if (result?.kind === 'fault') throw new Error(result.text)
        if (result?.kind === 'unstable') moved = true
      }
    }
  } finally {
    clearTimeout(timer)
    reader.releaseLock()
    await port.close()
  }
}

async function askWeight(port: SerialPort): Promise<void> {
  const writer = port.writable.getWriter()
  await writer.write(new TextEncoder().encode('S\r\n'))
  writer.releaseLock()
}
