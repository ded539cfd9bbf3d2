import { lazy, Suspense } from 'react'
import { useSite } from '../../ground/settings/site.tsx'
// Drawings are in the HTML of the page, so their style belongs to the page too.
import '../../ui/drawings/frame.module.css'
import type { FigureProps, PictureProps } from './figure-kind-rules.ts'
import css from './photo.module.css'

// Nothing in a drawing answers to anybody: the server draws it, and what draws it in the browser comes after the page works.
const DrawnFigure = lazy(() => import('./drawn-figure.tsx'))
const Photo = lazy(() => import('./photo.tsx'))

/** The picture of a project, case or banner: its photograph, else the drawing made from its data. Both keep the same 2:1 frame. */
export function Picture({ img, figure, name, seed, title, lazy = true }: PictureProps) {
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
}

type PhotographProps = {
  img: string
  alt: string
  sizes: string
  lazy: boolean
  width: number
  height: number
  /** Takes the width it is given, in the frame of the drawings; otherwise it is exactly `width` by `height`. */
  fill?: boolean
}

/** A photograph alone, for logos and tiles. */
export function Photograph({ fill, ...props }: PhotographProps) {
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
}

/** A drawing from data, in its place from the start. */
export function Figure(props: FigureProps) {
  return (
    <Suspense>
      <DrawnFigure {...props} />
    </Suspense>
  )
}
