import { lazy, memo, Suspense } from 'react'
import { useSite } from '../../core/settings/site.tsx'
// Drawings are in the HTML of the page, so their style is loaded with the page.
import frame from '../../ui/drawings/frame.module.css'
import type { FigureProps, PictureProps } from './figure-rules.ts'
import css from './photo.module.css'

// Drawings are not interactive: the server draws them, and the code that draws them in the browser is loaded after the page works.
const DrawnFigure = lazy(() => import('./drawn-figure.tsx'))
const Photo = lazy(() => import('./photo.tsx'))

// Pictures are rendered again only when they change: rendered again before its code has arrived, a picture would vanish until then,
// because React replaces the server's HTML inside a Suspense by the fallback.

/** The picture of a project, case or banner: its photograph, or a drawing made from its data. Both have the same 2:1 frame. */
export const Picture = memo(function Picture({ img, figure, name, seed, title, lazy = true }: PictureProps) {
  if (img !== '')
    return (
      <Photograph
        img={img}
        alt={title ?? ''}
        sizes="(min-width: 960px) 40rem, 100vw"
        lazy={lazy}
        width={640}
        height={336}
        fill
      />
    )
  return <Figure figure={figure} name={name} seed={seed} title={title} />
})

type PhotographProps = {
  img: string
  alt: string
  sizes: string
  lazy: boolean
  width: number
  height: number
  /** Fills the given width in the 2:1 frame; otherwise it is exactly `width` by `height`. */
  fill?: boolean
}

/** A photograph alone, for logos and tiles. */
export const Photograph = memo(function Photograph({ fill, ...props }: PhotographProps) {
  const base = useSite()?.settings.imageBase ?? ''
  return (
    <Suspense>
      <Photo
        {...props}
        base={base}
        className={fill ? css.fill : css.fixed}
        style={fill ? undefined : { width: props.width, height: props.height }}
      />
    </Suspense>
  )
})

/** Set on the server (app/entry.server.tsx): the HTML inside the frame of a drawing, which is the same every time. */
export const drawnBefore: { inner?: (props: FigureProps) => string } = {}

/** A drawing made from data; it is in the server's HTML. */
export const Figure = memo(function Figure(props: FigureProps) {
  const inner = import.meta.env.SSR ? drawnBefore.inner?.(props) : undefined
  return (
    <Suspense>
      {inner === undefined ? (
        <DrawnFigure {...props} />
      ) : (
        <figure className={frame.figure} dangerouslySetInnerHTML={{ __html: inner }} />
      )}
    </Suspense>
  )
})
