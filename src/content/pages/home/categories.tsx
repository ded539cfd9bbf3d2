import { listPath, listPathForm } from '../../../catalogue/list-link-rules.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { CardLink } from '../../../ui/card.tsx'
import { SmartLink } from '../../../ui/link.tsx'
import type { webIndex } from '../../contract.ts'
import { Photograph } from '../../figure.tsx'
import { MethodIcon } from '../../method-icon.tsx'
import css from './categories.module.css'
import { HomeSection } from './home-section.tsx'

type Home = OutputOf<typeof webIndex>

/** Service categories: the name opens its list, each child its own. */
export function Categories({ categories }: { categories: Home['typeArr'] }) {
  return (
    <HomeSection title="服务项目" more={{ to: '/project', label: '全部项目' }}>
      <ul role="list" className={css.categories}>
        {categories.map(({ id, name, img, typeChildArr }) => (
          <li key={id} className={css.category}>
            <TileImage img={img} name={[name, ...typeChildArr.map((child) => child.name)].join(' ')} />
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
  return (
    <HomeSection title="热门专区">
      <ul role="list" className={css.hot}>
        {items.map(({ id, name, img, sketch }) => (
          <li key={id} className={css.hotItem}>
            <TileImage img={img} name={`${name} ${sketch}`} />
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

function TileImage({ img, name }: { img: string; name: string }) {
  if (img === '') return <MethodIcon method={name} />
  return <Photograph img={img} alt="" sizes="64px" lazy width={64} height={32} />
}
