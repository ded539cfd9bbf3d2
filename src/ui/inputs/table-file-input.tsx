import { useState } from 'react'
import { sheetText } from './sheet-text.ts'
import { FileInput } from './file-input.tsx'
import { toast } from '../feedback/toast.tsx'

/** Chooses an Excel or CSV file and gives its cells as text, tabs between the cells of an Excel file. */
export function TableFileInput({ onText }: { onText: (text: string) => void }) {
  const [reading, setReading] = useState(false)
  const read = async ([file]: File[]) => {
    if (!file) return
    setReading(true)
    try {
      onText(await sheetText(file))
    } catch (error) {
      toast.error(error instanceof Error ? error.message : '读不出这个文件')
    } finally {
      setReading(false)
    }
  }
  return (
    <FileInput
      aria-label="选择表格文件"
      // An old .xls cannot be read, but whoever has one is told what to do instead of not finding it.
      accept=".xlsx,.xls,.csv,.txt"
      limit={reading ? '正在读取…' : 'Excel（.xlsx）或 CSV 文件，最大 10 MB'}
      onFiles={(files) => void read(files)}
    />
  )
}
