import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { pageMeta } from '../../../core/settings/site.tsx'
import { loadCall } from '../../../platform/client/server-api.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { guideMethods, guideQuestions } from '../contract.ts'
import { guideTopics } from '../rules.ts'
import css from './choose.module.css'
import { Methods } from './methods.tsx'

/** Without `q` the page lists the questions, with it the methods that answer one. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const q = new URL(request.url).searchParams.get('q') ?? ''
  const { list } = await loadCall(context, guideQuestions, {})
  const chosen = /^\d{1,9}$/.test(q) ? await loadCall(context, guideMethods, { id: Number(q) }) : undefined
  return { list, chosen }
}

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) => {
  const chosen = loaderData?.chosen
  return pageMeta(
    {
      title: chosen ? `${chosen.title}：选方法` : '选方法',
      description: chosen?.hint || '从想知道什么出发：哪些方法能回答、各需要什么样品、多少钱、几天出结果。',
      path: chosen ? `/choose?q=${chosen.id}` : '/choose',
    },
    matches,
  )
}

export default function Choose() {
  const { list, chosen } = useLoaderData<typeof loader>()
  return (
    <div className={`page ${css.page}`}>
      <PageHeader
        title={chosen ? chosen.title : '您想知道样品的什么？'}
        sub={chosen ? chosen.hint || undefined : '选一个问题，看哪些方法能回答，需要什么样品，多少钱。'}
        crumbs={[
          { label: '首页', to: '/' },
          { label: '选方法', ...(chosen ? { to: '/choose' } : {}) },
          ...(chosen ? [{ label: chosen.title }] : []),
        ]}
      />
      {chosen ? <Methods key={chosen.id} question={chosen} /> : <Questions list={list} />}
      <p className={css.onward}>
        没有您的问题？<SmartLink to="/require">告诉我们您想解决什么</SmartLink>，工程师给出建议。
      </p>
    </div>
  )
}

function Questions({ list }: { list: OutputOf<typeof guideQuestions>['list'] }) {
  if (list.length === 0)
    return <EmptyState title="问题正在整理" icon="search" action={{ label: '查看服务项目', to: '/project' }} />
  const topics = Object.entries(guideTopics).map(([topic, label]) => ({
    topic,
    label,
    questions: list.filter((question) => question.topic === topic),
  }))
  return (
    <div className={css.topics}>
      {topics
        .filter(({ questions }) => questions.length > 0)
        .map(({ topic, label, questions }) => (
          <section key={topic} aria-labelledby={`topic-${topic}`} className={css.topic}>
            <h2 id={`topic-${topic}`}>{label}</h2>
            <ul role="list">
              {questions.map(({ id, title }) => (
                <li key={id}>
                  <SmartLink to={`/choose?q=${id}`}>{title}</SmartLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}
