import { useParams } from 'react-router'
import { AuditLink } from '../../../core/staff/audit-link.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { useCall } from '../../../platform/client/use-call.ts'
import { ButtonLink } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { SamplePhotos } from '../../samples/photos/sample-photos.tsx'
import { SampleStageBadge } from '../../samples/sample-table.tsx'
import { WaybillRoute } from '../../samples/parcels/waybill-route.tsx'
import { staffSampleFind } from '../contract.ts'
import { CorrectReturn } from './return-dialog.tsx'
import { sampleFacts } from '../sample-facts.tsx'

export const meta = () => [{ title: '样品 · 明析科测后台' }]

/** One sample: what it is, where it stands, its photos and its label. */
export default function SamplePage() {
  const { sampleNo = '' } = useParams()
  const { may } = useStaff()
  const found = useCall(staffSampleFind, { sampleNo })
  return (
    <div className="stack">
      <PageHeader
        title={`样品 ${sampleNo}`}
        crumbs={[{ to: '/console/samples', label: '全部样品' }, { label: sampleNo }]}
        actions={
          <>
            <AuditLink of={sampleNo} />
            {found.data?.sample.serviceType === 1 && (
              <ButtonLink to={`/console/labels?nos=${sampleNo}`} icon="printer" target="_blank">
                打印标签
              </ButtonLink>
            )}
          </>
        }
      />
      <Loaded of={found}>
        {(scanned) => (
          <>
            <Card title="样品信息" actions={<SampleStageBadge sample={scanned.sample} />}>
              <DescriptionList
                items={[
                  ...sampleFacts(scanned),
                  { term: '状态原因', value: scanned.sample.stageReason },
                  {
                    term: '危险性',
                    value: scanned.sample.hazardNames.join('、'),
                  },
                ].filter(({ value }) => value !== '')}
              />
              <WaybillRoute sample={scanned.sample} staff />
              {scanned.sample.stage === 'returned' && may('sample.return') && <CorrectReturn sample={scanned.sample} />}
            </Card>
            <Card title="照片">
              <SamplePhotos sampleNo={scanned.sample.sampleNo} as="staff" edits={may('sample.photo')} />
            </Card>
          </>
        )}
      </Loaded>
    </div>
  )
}
