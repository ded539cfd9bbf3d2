import { useState } from 'react'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field, useFieldLink } from '../../../ui/inputs/field.tsx'
import { FileInput } from '../../../ui/inputs/file-input.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Pagination } from '../../../ui/tables/pagination.tsx'
import { contentImageList, contentImageUpload, type ImageItem } from '../../media/image-contract.ts'
import { ownImage } from '../../media/image-name-rules.ts'
import { ImageDelete } from './image-delete.tsx'
import { useDelayed } from '../../../ui/feedback/use-delayed.ts'
import css from '../inputs.module.css'

/** A picture of the picture library, or none. */
export function ImageInput({ label }: { label: string }) {
  const state = useFieldLink()?.state
  const [open, setOpen] = useState(false)
  const img = typeof state?.value === 'string' ? state.value : ''
  return (
    <div className={css.image}>
      {img !== '' && <Thumbnail img={img} alt={`当前${label}`} />}
      <span className="cluster">
        <Button icon="upload" onClick={() => setOpen(true)}>
          {img === '' ? `选择${label}` : `更换${label}`}
        </Button>
        {img !== '' && (
          <Button icon="trash" onClick={() => state?.set('')}>
            移除{label}
          </Button>
        )}
      </span>
      <ImagePicker
        open={open}
        onClose={() => setOpen(false)}
        onPick={(image) => {
          state?.set(image.img)
          setOpen(false)
        }}
      />
    </div>
  )
}

/** Upload a new picture or choose an existing one. */
export function ImagePicker({
  open,
  onClose,
  onPick,
}: {
  open: boolean
  onClose: () => void
  onPick: (image: ImageItem) => void
}) {
  return (
    <Dialog open={open} onClose={onClose} title="选择图片" size="l">
      <Library onPick={onPick} />
    </Dialog>
  )
}

const PAGE_SIZE = 12

function Library({ onPick }: { onPick: (image: ImageItem) => void }) {
  const [page, setPage] = useState(1)
  const [deleting, setDeleting] = useState<ImageItem>()
  const [sending, setSending] = useState<{ name: string; progress: number; error?: string }>()
  const [typed, setTyped] = useState('')
  const kw = useDelayed(typed.trim())
  const list = useCall(contentImageList, { kw, page, size: PAGE_SIZE })
  const upload = useAct(contentImageUpload, { refreshes: [contentImageList] })
  const take = async (file: File | undefined) => {
    if (!file) return
    setSending({ name: file.name, progress: 0 })
    try {
      const onProgress = (progress: number) => setSending({ name: file.name, progress })
      onPick(await upload.submit({}, { file, onProgress }))
    } catch (error) {
      setSending({ name: file.name, progress: 1, error: (error as Error).message })
    }
  }
  return (
    <div className="stack">
      <FileInput
        accept="image/jpeg,image/png,image/webp"
        aria-label="上传图片"
        limit="JPG、PNG 或 WebP，不超过 15 MB；会自动生成各种尺寸"
        onFiles={([file]) => void take(file)}
        items={
          sending
            ? [
                {
                  key: sending.name,
                  name: upload.busy && sending.progress >= 1 ? `${sending.name}（正在生成各种尺寸）` : sending.name,
                  error: sending.error,
                  progress: sending.error ? undefined : sending.progress,
                },
              ]
            : []
        }
        onRemove={() => setSending(undefined)}
      />
      <Field label="搜索图片" hint="名称或替代文字">
        <TextInput
          type="search"
          value={typed}
          maxLength={60}
          onValue={(value) => {
            setTyped(value)
            setPage(1)
          }}
          // Enter would submit the form around the dialog.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      <Loaded of={list}>
        {({ list: images, total }) => (
          <>
            {images.length === 0 && <p className={css.none}>{kw === '' ? '还没有图片' : '没有找到图片'}</p>}
            {images.length > 0 && (
              <ul role="list" aria-label="已上传的图片" className={css.library}>
                {images.map((image) => (
                  <li key={image.img}>
                    <button type="button" className={css.choice} onClick={() => onPick(image)}>
                      <Thumbnail img={image.img} alt="" />
                      <span>{image.name}</span>
                      {image.alt !== '' && <span className={css.none}>{image.alt}</span>}
                      <span className="num">
                        {image.width}×{image.height}
                      </span>
                    </button>
                    <Button
                      size="s"
                      variant="quiet"
                      icon="trash"
                      aria-label={`删除图片：${image.name}`}
                      onClick={() => setDeleting(image)}
                    >
                      删除
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            {deleting && <ImageDelete image={deleting} onClose={() => setDeleting(undefined)} />}
            <Pagination page={page} pageCount={Math.ceil(total / PAGE_SIZE)} onPage={setPage} />
          </>
        )}
      </Loaded>
    </div>
  )
}

export function Thumbnail({ img, alt }: { img: string; alt: string }) {
  const own = ownImage(img)
  const src = own ? `/${img.replace(/\.\w+$/, '')}.${Math.min(480, own.width)}.webp` : img
  return (
    <img
      src={src}
      alt={alt}
      width={own?.width ?? 320}
      height={own?.height ?? 160}
      loading="lazy"
      className={css.thumbnail}
    />
  )
}
