import { DiffractionPattern } from '../../../ui/drawings/diffraction-pattern.tsx'

export default function LoginDrawing() {
  return <DiffractionPattern seed="login" />
}
