import { QueryScope } from '../../platform/client/query-scope.tsx'
import { useCall } from '../../platform/client/use-call.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { ErrorState, Skeleton } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { userInfo } from '../../people/customers/person-contract.ts'
import css from './profile-form.module.css'
import { ProfileForm } from './profile-form.tsx'

/** Opens after signing in while the profile is incomplete. */
export default function ProfileDialog({ onClose }: { onClose: () => void }) {
  return (
    <QueryScope>
      <Verification onClose={onClose} />
    </QueryScope>
  )
}

function Verification({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useCall(userInfo, {})
  return (
    <FormDialog open onClose={onClose} title="资料认证" size="l">
      <p className={css.intro}>完善资料后即可下单。高校院所客户可先测后付，并有客户经理。</p>
      {data ? (
        <ProfileForm
          me={data.userInfo}
          onSaved={() => {
            toast.success('资料已保存')
            onClose()
          }}
        />
      ) : error ? (
        <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>
      ) : (
        <Skeleton lines={6} height={40} />
      )}
    </FormDialog>
  )
}
