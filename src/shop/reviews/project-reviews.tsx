import { useState } from 'react'
import type { OutputOf } from '../../platform/contract/call.ts'
import { Pagination } from '../../ui/tables/pagination.tsx'
import { ErrorState } from '../../ui/feedback/states.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { ownImage } from '../media/image-name-rules.ts'
import type { deviceReviews, PublicReview } from './contract.ts'
import css from './project-reviews.module.css'
import { Stars } from './stars.tsx'

type Page = OutputOf<typeof deviceReviews>

/** The evaluations of a project; the first page is in the HTML, further ones are read when they are asked for. */
export function ProjectReviews({ rid, first }: { rid: number; first: Page }) {
  const [shown, setShown] = useState(first)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<{ page: number; message: string }>()
  const turn = async (page: number) => {
    setBusy(true)
    try {
      setShown(page === 1 ? first : await readPage(rid, page, first.size))
      setFailed(undefined)
    } catch (cause) {
      setFailed({ page, message: (cause as Error).message })
    }
    setBusy(false)
  }
  if (failed)
    return (
      <ErrorState onRetry={() => void turn(failed.page)} busy={busy}>
        {failed.message}
      </ErrorState>
    )
  return (
    <>
      <ul role="list" className={css.list} aria-busy={busy}>
        {shown.list.map((review) => (
          <li key={review.id} className={css.review}>
            <Review review={review} />
          </li>
        ))}
      </ul>
      <Pagination
        label="评价分页"
        page={shown.page}
        pageCount={Math.ceil(shown.total / first.size)}
        onPage={(page) => void turn(page)}
      />
    </>
  )
}

/** Public pages have no cache of calls, and most visitors read one page only: the client is loaded on demand. */
async function readPage(rid: number, page: number, size: number): Promise<Page> {
  const [{ send }, contract] = await Promise.all([
    import('../../platform/client/transport.ts'),
    import('./contract.ts'),
  ])
  return send(contract.deviceReviews, { rid, page, size })
}

function Review({ review }: { review: PublicReview }) {
  return (
    <>
      <div className={css.who}>
        <Stars stars={review.stars} />
        <span>{review.name}</span>
        {review.company && <span>{review.company}</span>}
        <span className="num">{review.on}</span>
      </div>
      {review.tags.length > 0 && (
        <div className="cluster">
          {review.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </div>
      )}
      {review.words && <p>{review.words}</p>}
      {review.images.length > 0 && (
        <div className={css.pictures}>
          {review.images.map((img, index) => (
            <a key={img} href={`/${img}`} target="_blank" rel="noreferrer">
              <img src={smallOf(img)} alt={`评价图片 ${index + 1}`} width={96} height={96} loading="lazy" />
            </a>
          ))}
        </div>
      )}
      {review.reply && <p className={css.reply}>实验室回复：{review.reply}</p>}
    </>
  )
}

function smallOf(img: string): string {
  const own = ownImage(img)
  return own ? `/${img.replace(/\.\w+$/, '')}.${Math.min(480, own.width)}.webp` : `/${img}`
}
