import { useState } from 'react'
import type { MeasurementForm } from '../../../catalogue/examples/measurement-rules.ts'
import { mostCharacters, placesName, readTable, thinned } from '../../../catalogue/examples/measurement-table-rules.ts'
import { exampleRead, mostSpectrumCharacters } from '../../../catalogue/examples/result-contract.ts'
import { useAct } from '../../../../platform/client/use-call.ts'
import { encodingOf } from '../../../../core/curves/number-rules.ts'
import type { FieldState } from '../../../../ui/inputs/field.tsx'
import { FileInput, type FileItem, fileSizeText } from '../../../../ui/inputs/file-input.tsx'
import css from '../../inputs.module.css'

const MOST_BYTES = 4 * 1024 * 1024

type Read = Pick<MeasurementForm, 'table' | 'xLabel' | 'yLabel'>

/** Reads an instrument's file into the table, where the editor can check and correct the numbers before saving. */
export function MeasurementFile({ at }: { at: (path: string) => FieldState }) {
  const [file, setFile] = useState<FileItem>()
  const [said, setSaid] = useState('')
  const spectrum = useAct(exampleRead)
  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    const item = { key: chosen.name, name: chosen.name, sizeBytes: chosen.size }
    setFile({ ...item, progress: 0 })
    setSaid('')
    try {
      const text = await textOf(chosen)
      const { read, note } = /^\s*##\s*TITLE\s*=/i.test(text) ? await readSpectrum(text) : readColumns(text)
      at('table').set(read.table)
      // A label that the editor has written is kept; the file fills in only an empty one.
      for (const name of ['xLabel', 'yLabel'] as const) if (at(name).value === '') at(name).set(read[name])
      setFile(item)
      setSaid(note)
    } catch (error) {
      setFile({ ...item, error: (error as Error).message })
    }
  }
  const readSpectrum = async (text: string) => {
    if (text.length > mostSpectrumCharacters) throw new Error('谱图文件过大，请另存为两列文本后再试')
    return { read: await spectrum.submit({ text }), note: '' }
  }
  return (
    <div className={css.stack}>
      <FileInput
        aria-label="上传数据文件"
        accept=".txt,.csv,.tsv,.xy,.xye,.dat,.asc,.prn,.jdx,.dx,.jcamp"
        limit={`TXT、CSV、XY、DAT、JCAMP-DX 等文本，最大 ${fileSizeText(MOST_BYTES)}`}
        items={file ? [file] : []}
        onFiles={([chosen]) => void take(chosen)}
        onRemove={() => setFile(undefined)}
      />
      <p className={css.none} role="status">
        {said}
      </p>
    </div>
  )
}

/** Decodes the file's text: instrument software writes several encodings. */
async function textOf(file: File): Promise<string> {
  if (file.size > MOST_BYTES) throw new Error(`文件过大，最大 ${fileSizeText(MOST_BYTES)}`)
  if (file.size === 0) throw new Error('文件是空的')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const encoding = encodingOf(bytes)
  if (encoding === undefined) throw new Error('这不是文本文件，请在仪器软件里另存为两列文本')
  return new TextDecoder(encoding).decode(bytes)
}

/** Faulty lines stay in the table for correction; only a text that is too large for the table is refused. */
function readColumns(text: string): { read: Read; note: string } {
  const fewer = thinned(text)
  const table = fewer?.text ?? text.replace(/^\uFEFF/, '').trimEnd()
  if (table.length > mostCharacters)
    throw new Error(`文件里有 ${text.length} 个字符，最多 ${mostCharacters} 个，请减少行数或小数位数`)
  const { curves } = readTable(table)
  const note = fewer ? `原有 ${fewer.rows} 行，已抽稀到 4000 行以内，峰都保留` : ''
  return {
    read: { table, xLabel: placesName(table), yLabel: curves.length === 1 ? named(curves[0]?.name) : '' },
    note,
  }
}

/** A placeholder name of a column is no label for an axis. */
const named = (name = '') => (name === '数据' ? '' : name)
