import type { CSSProperties } from 'react'
import { imageUrl } from '../../core/settings/image-url-rules.ts'
import { ownImage, widthsOf } from './image-name-rules.ts'

/** A picture with all its stored sizes and formats, from which the browser chooses; always with width and height. */
export default function Photo({
  img,
  base,
  alt,
  sizes,
  lazy,
  width,
  height,
  className,
  style,
}: {
  img: string
  /** The base URL of all images; a setting. */
  base: string
  alt: string
  /** How wide it is shown, as in `<img sizes>`. */
  sizes: string
  lazy: boolean
  /** For files whose name does not contain their size. */
  width: number
  height: number
  className?: string
  style?: CSSProperties
}) {
  const own = ownImage(img)
  const plain = (
    <img
      src={imageUrl(base, img)}
      alt={alt}
      width={own?.width ?? width}
      height={own?.height ?? height}
      loading={lazy ? 'lazy' : undefined}
      decoding="async"
      className={className}
      style={style}
    />
  )
  if (!own) return plain
  const stem = imageUrl(base, img).replace(/\.\w+$/, '')
  const set = (format: string) =>
    widthsOf(own)
      .map((each) => `${stem}.${each}.${format} ${each}w`)
      .join(', ')
  return (
    <picture style={{ display: 'contents' }}>
      <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={set('webp')} sizes={sizes} />
      {plain}
    </picture>
  )
}
