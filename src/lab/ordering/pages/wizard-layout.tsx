import { Outlet } from 'react-router'
import { WizardProvider } from '../use-wizard.tsx'

export default function WizardLayout() {
  return (
    <WizardProvider>
      <Outlet />
    </WizardProvider>
  )
}
