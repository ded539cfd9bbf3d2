import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/inputs/button.tsx'
import { type Description, DescriptionList } from '../../ui/layout/description-list.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import type { Place } from './entry-rules.ts'
import { goKeys, pressed } from './key-rules.ts'
import { Palette } from './palette.tsx'
import css from './palette.module.css'
import { createButton, useCreateOnArrival } from './use-create.ts'

/** The search button of the console's header, the palette and the list of keys. */
export function ConsoleTools({ places, makes }: { places: readonly Place[]; makes: readonly Place[] }) {
  const [shown, setShown] = useState<'find' | 'help'>()
  useConsoleKeys(places, setShown)
  useCreateOnArrival()
  const close = () => setShown(undefined)
  return (
    <>
      <Button
        icon="search"
        size="s"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setShown('find')}
      >
        搜索
        <kbd className={css.kbd}>Ctrl K</kbd>
      </Button>
      <Palette open={shown === 'find'} onClose={close} places={places} makes={makes} />
      <Dialog open={shown === 'help'} onClose={close} title="快捷键" light size="s">
        <DescriptionList
          single
          items={[
            { term: 'Ctrl K、⌘ K', value: '搜索记录和页面' },
            { term: '/', value: '聚焦本页的搜索框；没有时打开搜索' },
            { term: '?', value: '显示快捷键' },
            { term: 'c', value: '新建（页面上有“新增”或“新建”时）' },
            { term: 'j、k', value: '列表的下一行、上一行；Enter 打开后到下一条、上一条' },
            { term: 'x', value: '选中或取消当前行' },
            { term: '空格', value: '预览当前行，Esc 关闭' },
            ...places.flatMap(({ to, label }): Description[] => {
              const letter = Object.keys(goKeys).find((key) => goKeys[key] === to)
              return letter === undefined ? [] : [{ term: `g ${letter}`, value: `前往${label}` }]
            }),
          ]}
        />
      </Dialog>
    </>
  )
}

/** How long after `g` the second key may come. */
const BETWEEN_MILLISECONDS = 1500

function useConsoleKeys(places: readonly Place[], show: (what: 'find' | 'help') => void): void {
  const navigate = useNavigate()
  const before = useRef({ key: '', at: 0 })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A page that used the key comes first, such as a list with `/`; so does an open dialog.
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return
      const first = event.timeStamp - before.current.at < BETWEEN_MILLISECONDS ? before.current.key : ''
      const meant = pressed(event, first, isField(event.target))
      before.current = { key: meant.before ?? '', at: event.timeStamp }
      const to = places.find((place) => place.to === meant.to)?.to
      if (meant.act === undefined && to === undefined) return
      event.preventDefault()
      if (meant.act === 'create') createButton()?.click()
      else if (meant.act) show(meant.act)
      else if (to !== undefined) void navigate(to)
    }
    // On the window, after the listeners of pages, which are on the document.
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [places, navigate, show])
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
