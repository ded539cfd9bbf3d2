import { type DragEvent, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { cx } from '../text/class-names.ts'
import { useControl } from './control.ts'
import css from './file-input.module.css'
import { Icon } from '../text/icon.tsx'

export type FileItem = {
  key: string
  name: string
  sizeBytes?: number
  /** Upload progress from 0 to 1; absent when done. */
  progress?: number
  /** Said while it is under way, such as that the network is away. */
  note?: string
  error?: string
}

export type FileInputProps = {
  /** Called with the chosen or dropped files; the caller uploads them and updates `items`. */
  onFiles?: (files: File[]) => void
  items?: readonly FileItem[]
  onRemove?: (key: string) => void
  onRetry?: (key: string) => void
  accept?: string
  multiple?: boolean
  /** A phone opens its camera. */
  capture?: 'environment'
  name?: string
  disabled?: boolean
  /** Accepted formats and size limit as text. */
  limit?: ReactNode
  'aria-label'?: string
}

/** A native file input covers the drop zone, so that it works by keyboard, by drag and drop, and without JavaScript. */
export function FileInput({ onFiles, items = [], onRemove, onRetry, limit, multiple, ...rest }: FileInputProps) {
  const [over, setOver] = useState(false)
  const control = useControl<never>({ name: rest.name })
  const give = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length) onFiles?.(multiple ? files : files.slice(0, 1))
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!rest.disabled) give(event.dataTransfer.files)
  }
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is for the mouse; keyboard users have the input inside */}
      <label
        className={cx(css.drop, over && css.over)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <input
          {...rest}
          {...control.attributes}
          type="file"
          multiple={multiple}
          className="visually-hidden"
          onChange={(event) => {
            give(event.target.files)
            // Reset, so that the same file can be chosen again after it was removed or failed.
            if (onFiles) event.target.value = ''
          }}
        />
        <Icon name="upload" size={24} />
        <span>
          拖到这里，或<span className={css.link}>选择文件</span>
        </span>
        {limit && <span className={css.limit}>{limit}</span>}
      </label>
      {items.length > 0 && (
        <ul role="list" className={css.list}>
          {items.map((item) => (
            <FileRow key={item.key} item={item} onRemove={onRemove} onRetry={onRetry} />
          ))}
        </ul>
      )}
    </div>
  )
}

function FileRow({ item, onRemove, onRetry }: { item: FileItem } & Pick<FileInputProps, 'onRemove' | 'onRetry'>) {
  return (
    <li className={css.item}>
      <Icon name="file" size={18} />
      <span className={css.name}>
        {item.name}
        {item.error && <span className={css.failed}>：{item.error}</span>}
        {item.note && !item.error && <span role="status">：{item.note}</span>}
      </span>
      {item.progress !== undefined && !item.error && (
        <progress value={item.progress} aria-label={`${item.name} 上传进度`} />
      )}
      {item.sizeBytes !== undefined && <span className={cx('num', css.limit)}>{fileSizeText(item.sizeBytes)}</span>}
      {item.error && onRetry && (
        <Button size="s" variant="quiet" onClick={() => onRetry(item.key)}>
          重试
        </Button>
      )}
      {onRemove && (
        <Button
          size="s"
          variant="quiet"
          icon="close"
          aria-label={`移除 ${item.name}`}
          onClick={() => onRemove(item.key)}
        />
      )}
    </li>
  )
}

export function fileSizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 ** 2) return `${(bytes / 1024).toFixed(bytes < 10240 ? 1 : 0)} KB`
  if (bytes < 1024 ** 3) return `${(bytes / 1024 ** 2).toFixed(1)} MB`
  return `${(bytes / 1024 ** 3).toFixed(2)} GB`
}
