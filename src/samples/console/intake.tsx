import { PageHeader } from '../../ui/page-header.tsx'

export default function Intake() {
  return <PageHeader title="扫码收样" />
}
