import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { FormActions } from '../../../ui/inputs/form.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { ObstacleList } from '../../customers/obstacles/obstacle-list.tsx'
import { clusterDel, clusterObstacles, type GroupDetail } from '../contract.ts'
import { groupReads } from './group-form.tsx'

/** Asks before a group ends, or says what stands against it before its name is typed. */
export function DissolveDialog({ group, onClose }: { group: GroupDetail; onClose: () => void }) {
  const { groupNo, name } = group
  const found = useCall(clusterObstacles, { groupNo }, { alwaysAsk: true })
  const dissolve = useAct(clusterDel, { refreshes: groupReads, onDone: () => toast.success('课题组已解散') })
  if (found.data?.obstacles.length === 0)
    return (
      <ConfirmDialog
        open
        onClose={onClose}
        onConfirm={() => dissolve.submit({ groupNo })}
        title="解散课题组"
        confirmLabel="解散"
        danger
        typed={name}
      >
        <p>解散后成员不能再由「{name}」付款下单，不能恢复。</p>
      </ConfirmDialog>
    )
  return (
    <Dialog open onClose={onClose} title="解散课题组" size="s">
      <Loaded of={found}>
        {(data) => (
          <div className="stack">
            <div className="prose">
              <p>以下事项了结后才能解散：</p>
              <ObstacleList {...data} />
            </div>
            <FormActions>
              <Button onClick={onClose}>关闭</Button>
            </FormActions>
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
