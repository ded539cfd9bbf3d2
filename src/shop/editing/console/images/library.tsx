import { useState } from 'react'
import { bulkVerb } from '../../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps } from '../../../../core/list-page/index-list.tsx'
import { Button } from '../../../../ui/inputs/button.tsx'
import { fileSizeText } from '../../../../ui/inputs/file-input.tsx'
import { PageHeader } from '../../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../../ui/feedback/states.tsx'
import type { Column } from '../../../../ui/tables/table.tsx'
import { StageBadge } from '../../../../ui/text/tag.tsx'
import { ImageDelete } from '../../images/image-delete.tsx'
import { Thumbnail } from '../../images/image-input.tsx'
import { contentImageDelete } from '../../images/image-use-contract.ts'
import { contentImageIndex, imageIndex, type LibraryImage } from '../../images/library-contract.ts'
import { ImageDialog } from './image-dialog.tsx'
import { ImageUploads } from './image-uploads.tsx'
import css from './library.module.css'

export const meta = () => [{ title: '图片库 · 明析科测后台' }]

const verbs = [
  bulkVerb<LibraryImage, typeof contentImageDelete>(contentImageDelete, ({ img }) => ({ img }), {
    label: '删除',
    danger: true,
    text: (count) => `删除 ${count} 张图片，不能恢复；正在使用的图片会被拒绝并保留。`,
  }),
]

/** All pictures of the public pages: where each is used, its texts, its replacement. */
export default function Library() {
  const [open, setOpen] = useState<LibraryImage>()
  const [deleting, setDeleting] = useState<LibraryImage>()
  return (
    <div className="stack">
      <PageHeader title="图片库" sub="网站上的所有图片：用在哪里、替代文字、替换与删除" />
      <ImageUploads />
      <IndexList
        index={imageIndex}
        call={contentImageIndex}
        looks={looks}
        more={[openColumn(setOpen)]}
        bulk={verbs}
        empty={<EmptyState title="还没有图片" icon="image" />}
      />
      {open && !deleting && (
        <ImageDialog image={open} onClose={() => setOpen(undefined)} onDelete={() => setDeleting(open)} />
      )}
      {deleting && (
        <ImageDelete
          image={deleting}
          onClose={() => {
            setDeleting(undefined)
            setOpen(undefined)
          }}
        />
      )}
    </div>
  )
}

const looks: IndexListProps<LibraryImage, keyof typeof imageIndex.fields>['looks'] = {
  name: {
    line: 1,
    rowHeader: true,
    render: ({ img, name, alt }) => (
      <span className={css.name}>
        <span className={css.small}>
          <Thumbnail img={img} alt="" />
        </span>
        <span>
          {name}
          {alt !== '' && <span className={css.alt}>{alt}</span>}
        </span>
      </span>
    ),
  },
  use: {
    line: 2,
    render: ({ use }) => (
      <StageBadge tone={use === 'used' ? 'ok' : 'neutral'}>{use === 'used' ? '使用中' : '未使用'}</StageBadge>
    ),
  },
  width: {
    header: '尺寸（像素）',
    render: ({ width, height }) => (
      <span className="num">
        {width}×{height}
      </span>
    ),
  },
  bytes: { header: '占用', render: ({ bytes }) => <span className="num">{fileSizeText(bytes)}</span> },
}

function openColumn(onOpen: (row: LibraryImage) => void): Column<LibraryImage> {
  return {
    key: 'acts',
    line: 1,
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) => (
      <Button size="s" aria-label={`详情 ${row.name}`} onClick={() => onOpen(row)}>
        详情
      </Button>
    ),
  }
}
