import { lazy, Suspense } from 'react'
import { imageUrl, useSite } from '../settings/site.tsx'
// Drawings are in the HTML of the page, so their style belongs to the page too.
import '../ui/drawings/frame.module.css'

// Nothing in a drawing answers to anybody: the server draws it, and what draws it in the browser comes after the page works.
const DrawnFigure = lazy(() => import('./drawn-figure.tsx'))

export type FigureData = { kind: string; [key: string]: unknown }

export type PictureProps = {
  img: string
  figure: FigureData | null | undefined
  /** Names what is shown and, without a figure, picks the drawing of the method. */
  name: string
  seed: number | string
  title?: string
  /** Below the fold. */
  lazy?: boolean
}

export type FigureProps = Omit<PictureProps, 'img' | 'lazy'>

/** The picture of a project, case or banner: its photograph, else the drawing made from its data. Both keep the same 2:1 frame. */
export function Picture({ img, figure, name, seed, title, lazy = true }: PictureProps) {
  const base = useSite()?.settings.imageBase ?? ''
  if (img !== '')
    return (
      <img
        src={imageUrl(base, img)}
        alt={title ?? ''}
        width={640}
        height={336}
        loading={lazy ? 'lazy' : undefined}
        decoding="async"
      />
    )
  return <Figure figure={figure} name={name} seed={seed} title={title} />
}

/** A drawing from data, in its place from the start. */
export function Figure(props: FigureProps) {
  return (
    <Suspense>
      <DrawnFigure {...props} />
    </Suspense>
  )
}
