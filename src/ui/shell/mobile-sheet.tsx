import { Drawer } from '../feedback/dialog.tsx'
import { SmartLink } from '../text/link.tsx'
import { SearchBox, type SearchBoxProps } from '../inputs/search-box.tsx'
import css from './site-header.module.css'
import { isAt, type NavItem, siteNav } from './site-nav.ts'

type Props = { search?: SearchBoxProps; services?: NavItem['children']; pathname: string; onClose: () => void }

/** The navigation of a phone; mounted when it is opened. */
export default function MobileSheet({ search, services, pathname, onClose }: Props) {
  return (
    <Drawer open onClose={onClose} title="菜单" side="start">
      <nav aria-label="移动端导航">
        <ul role="list" className={css.sheet}>
          {siteNav(services).map((item) => (
            <li key={item.to}>
              {item.children ? (
                <span className={css.link}>{item.label}</span>
              ) : (
                <SheetLink item={item} pathname={pathname} />
              )}
              {item.children && (
                <ul role="list">
                  {item.children.map((child) => (
                    <li key={child.to}>
                      <SheetLink item={child} pathname={pathname} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <SearchBox {...search} hotkey={false} />
    </Drawer>
  )
}

function SheetLink({ item, pathname }: { item: { label: string; to: string }; pathname: string }) {
  return (
    <SmartLink to={item.to} className={css.link} aria-current={isAt(pathname, item.to) ? 'page' : undefined}>
      {item.label}
    </SmartLink>
  )
}
