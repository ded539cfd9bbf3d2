import type { ReactNode } from 'react'
import { settingList4key } from '../../../../core/settings/contract.ts'
import { noSeo, type Seo } from '../../../../core/settings/search-engines/seo-rules.ts'
import { useCall } from '../../../../platform/client/use-call.ts'
import { useFieldLink } from '../../../../ui/inputs/field.tsx'
import type { ContentField } from '../../kinds/field-rules.ts'
import { Thumbnail } from '../../images/image-input.tsx'
import css from './seo-input.module.css'

/** What search engines and shared links show, with a preview of the result; what is not entered comes from the page itself. */
export function SeoInput({
  field,
  input,
  valueOf,
}: {
  field: ContentField
  /** The control of one part. */
  input: (field: ContentField, path: string) => ReactNode
  /** What another field of the form holds now. */
  valueOf: (field: string) => unknown
}) {
  const typed = { ...noSeo, ...(useFieldLink()?.state?.value as Partial<Seo> | undefined) }
  const own = field.fallback?.(valueOf) ?? { title: '', description: '', img: '' }
  const site = useCall(settingList4key, { keys: ['siteName'] }).data?.siteName
  const img = typed.img || own.img
  return (
    <div className={css.parts}>
      {Object.entries(field.fields ?? {}).map(([name, each]) => (
        <div key={name}>{input(each, name)}</div>
      ))}
      <section aria-label="搜索结果预览" className={css.preview}>
        <p className={css.head}>搜索结果预览</p>
        {typed.indexed === 'no' ? (
          <p>不会出现在搜索结果里，也不在站点地图里；知道地址的人仍能打开。</p>
        ) : (
          <>
            <p className={css.title}>
              {typed.title || own.title || '（标题）'}
              {site && ` - ${site}`}
            </p>
            <p className={css.text}>{typed.description || own.description || '（描述）'}</p>
            {(typed.title === '' || typed.description === '') && (
              <p className={css.note}>
                {[typed.title === '' && '标题', typed.description === '' && '描述'].filter(Boolean).join('、')}
                取自页面内容
              </p>
            )}
          </>
        )}
        {img !== '' && <Thumbnail img={img} alt="分享时显示的图片" />}
      </section>
    </div>
  )
}
