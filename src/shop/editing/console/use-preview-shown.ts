import { useState } from 'react'
import { useMedia } from '../../../ui/shell/use-media.ts'

const FOLDED_KEY = 'mingxi.console.preview-folded'
const WIDE = '(min-width: 1280px)'

/**
 * Whether the preview stands beside the form. On a wide screen it does until somebody folds it, which this browser remembers; on
 * a narrow one it takes the place of the form, so it is opened each time.
 */
export function usePreviewShown(): [boolean, (shown: boolean) => void] {
  const isWide = useMedia(WIDE)
  const [isFolded, setFolded] = useState(() => localStorage.getItem(FOLDED_KEY) === 'yes')
  const [isOpen, setOpen] = useState(false)
  const setShown = (shown: boolean) => {
    if (!isWide) return setOpen(shown)
    localStorage.setItem(FOLDED_KEY, shown ? 'no' : 'yes')
    setFolded(!shown)
  }
  return [isWide ? !isFolded : isOpen, setShown]
}
