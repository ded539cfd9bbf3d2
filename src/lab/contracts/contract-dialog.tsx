import { useEffect, useState } from 'react'
import { fileUpload } from '../../core/files/contract.ts'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Checkbox } from '../../ui/inputs/choice.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { FileInput } from '../../ui/inputs/file-input.tsx'
import { Form, FormActions, useZodForm } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/input.tsx'
import { ErrorState, Skeleton } from '../../ui/feedback/states.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { contractCode, contractDetail, contractList, contractSign, contractUpload } from './contract.ts'
import css from './contract-dialog.module.css'
import { awaitsSignature } from './rules.ts'
import { ContractFacts, type ContractView } from './contract-facts.tsx'

const RESEND_SECONDS = 60

/** Shows one contract, and signs it while it waits for the customer's signature. */
export function ContractDialog({ contractNo, onClose }: { contractNo: string; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useCall(contractDetail, { contractNo })
  const preparing = data?.fileId === null
  useEffect(() => {
    if (!preparing) return
    const timer = setInterval(() => void refetch(), 2000)
    return () => clearInterval(timer)
  }, [preparing, refetch])
  return (
    <Dialog open onClose={onClose} title={`合同 ${contractNo}`} size="l">
      {data ? (
        <div className="stack">
          {data.reason && <p role="status">合同已退回，请重新签署。退回原因：{data.reason}</p>}
          <ContractFacts contract={data} as="customer" />
          {awaitsSignature(data.stage) && data.fileId !== null && <Signing contract={data} />}
          {data.stage === 'expired' && <p role="status">该合同已过签署期限，请联系客户经理重新发出。</p>}
        </div>
      ) : error ? (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          {error.message}
        </ErrorState>
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  )
}

function Signing({ contract }: { contract: ContractView }) {
  return (
    <Tabs
      label="签署方式"
      tabs={[
        { id: 'code', label: '短信签署', content: <SignByCode contract={contract} /> },
        { id: 'stamp', label: '上传盖章扫描件', content: <UploadStamped contractNo={contract.contractNo} /> },
      ]}
    />
  )
}

const stale = [contractList, contractDetail]

function SignByCode({ contract }: { contract: ContractView }) {
  const { contractNo, phone } = contract
  const ask = useAct(contractCode, { onDone: () => toast.success(`验证码已发送至 ${phone}`) })
  const { submit: sign } = useAct(contractSign, { refreshes: stale })
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  const form = useZodForm({
    schema: contractSign.input,
    initial: { contractNo, name: '', code: '' },
    onSubmit: async (input) => {
      await sign(input)
      toast.success('已签署，等待我方盖章')
    },
  })
  const askCode = async () => {
    if (await ask.run({ contractNo })) setLeft(RESEND_SECONDS)
  }
  return (
    <Form form={form}>
      <Field label="签署人姓名" of={form.at('name')} required>
        <TextInput autoComplete="name" maxLength={40} />
      </Field>
      <Field label="短信验证码" of={form.at('code')} required hint={`发送至登录手机 ${phone}，5 分钟内有效`}>
        <span className={css.code}>
          <TextInput inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
          <Button busy={ask.busy} disabled={left > 0} onClick={() => void askCode()}>
            {left > 0 ? `${left} S后重新获取` : '获取验证码'}
          </Button>
        </span>
      </Field>
      <Field label="确认" hideLabel of={form.at('agreed')}>
        <Checkbox>我已阅读并同意合同全部条款，并有权代表委托方签署</Checkbox>
      </Field>
      <FormActions>
        <Button type="submit" variant="primary" busy={form.busy}>
          签署合同
        </Button>
      </FormActions>
    </Form>
  )
}

function UploadStamped({ contractNo }: { contractNo: string }) {
  const [file, setFile] = useState<File>()
  const [progress, setProgress] = useState<number>()
  const upload = useAct(fileUpload)
  const submit = useAct(contractUpload, { refreshes: stale, onDone: () => toast.success('盖章件已提交，等待我方盖章') })
  const hand = async () => {
    if (!file) return
    setProgress(0)
    const stored = await upload.run({ purpose: 'contract' }, { file, onProgress: setProgress })
    setProgress(undefined)
    if (stored) await submit.run({ contractNo, fileId: stored.id })
  }
  return (
    <div className="stack">
      <p>下载合同 PDF，打印盖章后上传扫描件，须包含全部页面。</p>
      <FileInput
        aria-label="选择盖章扫描件"
        accept="application/pdf,image/*"
        limit="PDF 或图片，不超过 20 MB"
        items={
          file
            ? [
                {
                  key: 'file',
                  name: file.name,
                  sizeBytes: file.size,
                  progress,
                  error: upload.error?.message,
                },
              ]
            : []
        }
        onFiles={([chosen]) => setFile(chosen)}
        onRemove={() => setFile(undefined)}
      />
      <FormActions>
        <Button variant="primary" disabled={!file} busy={upload.busy || submit.busy} onClick={() => void hand()}>
          提交盖章件
        </Button>
      </FormActions>
    </div>
  )
}
