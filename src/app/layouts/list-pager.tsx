import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { ButtonLink } from '../../ui/inputs/button.tsx'
import { isField } from '../../ui/index/use-row-keys.ts'
import { useMedia } from '../../ui/shell/use-media.ts'
import { rememberRows, useRowsAround } from '../../ui/shell/rows-around.ts'

/** From one record of a list to the next without going back to the list, also by `j` and `k`. */
export function ListPager() {
  const around = useRowsAround()
  // On a phone the header has one row, which search, bell and name fill.
  const hasRoom = useMedia('(min-width: 640px)')
  const navigate = useNavigate()
  useEffect(() => {
    document.addEventListener('click', rememberRows, { capture: true })
    return () => document.removeEventListener('click', rememberRows, { capture: true })
  }, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (isField(event.target) || document.querySelector('dialog[open]')) return
      const to = event.key === 'j' ? around?.after : event.key === 'k' ? around?.before : undefined
      if (to !== undefined) void navigate(to)
    }
    // At the window, so that the keys of a list on the page come first.
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  if (!around || !hasRoom) return null
  const { at, count, before, after } = around
  return (
    <nav aria-label="列表中的前后条目" className="cluster">
      {before && <ButtonLink to={before} variant="quiet" size="s" icon="chevron-left" aria-label="上一条" />}
      <span className="num">
        {at + 1}/{count}
      </span>
      {after && (
        <ButtonLink to={after} size="s" icon="chevron-right">
          下一条
        </ButtonLink>
      )}
    </nav>
  )
}
