import { useState } from 'react'
import type { OutputOf } from '../../platform/contract/call.ts'
import { useCall } from '../../platform/client/use-call.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Tag } from '../../ui/tag.tsx'
import { ownImage } from '../media/image-name-rules.ts'
import { deviceReviews, type PublicReview } from './contract.ts'
import css from './project-reviews.module.css'
import { Stars } from './stars.tsx'

/** The evaluations of a project; the first page is in the HTML, further ones are read when they are asked for. */
export function ProjectReviews({ rid, first }: { rid: number; first: OutputOf<typeof deviceReviews> }) {
  const [page, setPage] = useState(1)
  const more = useCall(deviceReviews, { rid, page, size: first.size }, { enabled: page > 1 })
  const shown = page === 1 ? first : (more.data ?? first)
  if (more.error && page > 1)
    return (
      <ErrorState onRetry={() => void more.refetch()} busy={more.isFetching}>
        {more.error.message}
      </ErrorState>
    )
  return (
    <>
      <ul role="list" className={css.list}>
        {shown.list.map((review) => (
          <li key={review.id} className={css.review}>
            <Review review={review} />
          </li>
        ))}
      </ul>
      <Pagination page={page} pageCount={Math.ceil(first.total / first.size)} onPage={setPage} />
    </>
  )
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
