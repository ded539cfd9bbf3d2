import { listPath, listPathForm } from '../../../catalogue/listing/list-link-rules.ts'
import type { OutputOf } from '../../../../platform/contract/call.ts'
import { CardLink } from '../../../../ui/layout/card.tsx'
import { SmartLink } from '../../../../ui/text/link.tsx'
import type { webIndex } from '../../../articles/contract.ts'
import { Photograph } from '../../../media/figure.tsx'
import { iconsOf, MethodIcon } from '../../../media/method-icon.tsx'
import css from './categories.module.css'
import { HomeSection } from './home-section.tsx'

type Home = OutputOf<typeof webIndex>

/** Service categories: the name and each child link to their lists. */
export function Categories({ categories }: { categories: Home['typeArr'] }) {
  const methods = categories.map(({ name, typeChildArr }) =>
    [name, ...typeChildArr.map((child) => child.name)].join(' '),
  )
  const icons = iconsOf(methods)
  return (
    <HomeSection
      title="服务项目"
      sub={<SmartLink to="/choose">不知道选哪个？</SmartLink>}
      more={{ to: '/project', label: '全部项目' }}
    >
      <ul role="list" className={css.categories}>
        {categories.map(({ id, name, img, typeChildArr }, index) => (
          <li key={id} className={css.category}>
            <TileImage img={img} name={methods[index] ?? name} icon={icons[index]} />
            <div>
              <h3 className={css.name}>
                <SmartLink to={listPath({ typeId: id }, name)}>{name}</SmartLink>
              </h3>
              <ul role="list" className={css.children}>
                {typeChildArr.map((child) => (
                  <li key={child.id}>
                    <SmartLink to={listPath({ typeId: id, childId: child.id }, child.name)}>{child.name}</SmartLink>
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}

/** The hot special area. */
export function HotArea({ items }: { items: Home['prefectureNavBottomArr'] }) {
  const icons = iconsOf(items.map(({ name, sketch }) => `${name} ${sketch}`))
  return (
    <HomeSection title="热门专区">
      <ul role="list" className={css.hot}>
        {items.map(({ id, name, img, sketch }, index) => (
          <li key={id} className={css.hotItem}>
            <TileImage img={img} name={`${name} ${sketch}`} icon={icons[index]} />
            <h3 className={css.name}>
              <CardLink to={listPathForm(id, name)}>{name}</CardLink>
            </h3>
            <p className={css.sketch}>{sketch}</p>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}

type TileProps = { img: string; name: string; icon: ReturnType<typeof iconsOf>[number] | undefined }

function TileImage({ img, name, icon }: TileProps) {
  if (img === '') return <MethodIcon method={name} kind={icon} />
  return <Photograph img={img} alt="" sizes="64px" lazy width={64} height={32} />
}
