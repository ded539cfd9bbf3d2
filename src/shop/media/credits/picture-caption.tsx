import { SmartLink } from '../../../ui/text/link.tsx'
import { hasCaption, licenceLink, type PictureNote, pictureKinds } from './credit-rules.ts'
import css from './picture-caption.module.css'

/** What stands under a picture of the library: what it shows, who made it, and the licence. Nothing when nothing is known. */
export function PictureCaption({ note }: { note: PictureNote | null }) {
  if (!hasCaption(note)) return null
  const { kind, credit, licence } = note
  const link = licenceLink(licence)
  return (
    <p className={css.caption}>
      {kind !== '' && <span>{pictureKinds[kind]}</span>}
      {credit !== '' && <span>图：{credit}</span>}
      {licence !== '' && <span>{link === undefined ? licence : <SmartLink to={link}>{licence}</SmartLink>}</span>}
    </p>
  )
}
