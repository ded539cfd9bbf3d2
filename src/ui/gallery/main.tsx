import '../tokens.css'
import '../base.css'
import '../tokens-dark.css'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { ConsoleGallery, KitGallery, views } from './gallery.tsx'
import { showStates } from './shown-states.ts'

// `#states`, or `#states:dark` for the dark theme and `#states:dark:compact` with the dense type of the console.
const [name = '', ...looks] = location.hash.slice(1).split(':')
const View = views[name] ?? KitGallery
if (looks.includes('dark')) document.documentElement.dataset.theme = 'dark'
if (looks.includes('compact')) document.body.dataset.density = 'compact'
showStates(document.styleSheets)
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <MemoryRouter initialEntries={[View === ConsoleGallery ? '/console/orders/12' : '/member/unpaid']}>
      <View />
    </MemoryRouter>,
  )
