import '../tokens.css'
import '../base.css'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { ConsoleGallery, KitGallery, MemberGallery, WizardGallery } from './gallery.tsx'

const views = { kit: KitGallery, member: MemberGallery, wizard: WizardGallery, console: ConsoleGallery }
const View = views[(location.hash.slice(1) || 'kit') as keyof typeof views] ?? KitGallery
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <MemoryRouter initialEntries={[View === ConsoleGallery ? '/console/orders/12' : '/member/unpaid']}>
      <View />
    </MemoryRouter>,
  )
