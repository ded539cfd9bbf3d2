import type { StaffAction } from '../core/staff/rules.ts'
import type { IconName } from '../ui/text/icon.tsx'

export interface ConsolePage {
  /** Path below /console. */
  path: string
  /** The module of the page, relative to this folder. */
  file: string
  /** Route id, needed when two paths use the same module. */
  id?: string
  /** Drawn without the menu, for a phone that may have no network. */
  phone?: boolean
  /** What a role needs to open a page that has no menu entry. Without it the page itself says what the role may not read. */
  action?: StaffAction
  /** The menu entry, shown to every role that may do the action. A page without an entry is linked from another page. */
  menu?: {
    label: string
    icon: IconName
    action: StaffAction
    /** What the button with `data-create` on this page makes, for the search of the console, and the action that shows the button. */
    creates?: { label: string; action: StaffAction }
  }
}
