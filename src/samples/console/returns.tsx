import { PageHeader } from '../../ui/page-header.tsx'

export default function Returns() {
  return <PageHeader title="样品寄回" />
}
