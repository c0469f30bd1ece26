import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import environment from '#schemas/defs/environment.schema.json' with { type: 'json' }
import { renderTemplate } from './chart-rendering.ts'

const root = fileURLToPath(new URL('../../deploy/helm/livery/', import.meta.url))
const fileOf = (path: string) => readFileSync(root + path, 'utf8')
const templates = readdirSync(`${root}templates`)
const chart = parse(fileOf('Chart.yaml')) as { name: string; version: string; appVersion: string }
const usual = parse(fileOf('values.yaml')) as Record<string, unknown>
const isValues = new Ajv({ strict: false }).compile(JSON.parse(fileOf('values.schema.json')) as object)

/** Values that take each branch that the usual ones do not. */
const FULL = {
  ...usual,
  env: { LIVERY_STUDIO_HOSTS: 'studio.example' },
  simulator: true,
  documents: { existingClaim: 'documents' },
  ingress: {
    ...{ className: 'nginx', hosts: ['www.one.example', 'studio.example'], tlsSecretName: 'certificate' },
    annotations: { 'nginx.ingress.kubernetes.io/proxy-buffering': 'off' },
  },
  podMonitor: true,
}

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> }
  // biome-ignore lint/suspicious/noExplicitAny: manifests of many kinds are looked into
  readonly spec: any
}

function render(values: object): readonly Manifest[] {
  const scope = {
    ...{ Values: values, Release: { Name: 'north' } },
    Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
  }
  return templates.flatMap(
    (name) => (parse(renderTemplate(fileOf(`templates/${name}`), scope)) as Manifest | null) ?? [],
  )
}

const ofKind = (manifests: readonly Manifest[], kind: string) => {
  const found = manifests.find((manifest) => manifest.kind === kind)
  if (!found) throw new Error(`there is no ${kind}`)
  return found
}

describe('the chart', () => {
  test('has values that its schema allows, and refuses those that it does not know', () => {
    expect(isValues(usual)).toBe(true)
    expect(isValues(FULL)).toBe(true)
    expect(isValues({ ...usual, replica: 3 })).toBe(false)
    expect(isValues({ ...usual, replicas: 0 })).toBe(false)
    expect(isValues({ ...usual, env: { livery_feed: 'off' } })).toBe(false)
    const properties = Object.keys((isValues.schema as { properties: object }).properties)
    expect(properties.filter((name) => name !== 'global').toSorted()).toEqual(Object.keys(usual).toSorted())
  })

  test('makes what its values ask for, and no more', () => {
    expect(render(usual).map(({ kind }) => kind)).toEqual(['Deployment', 'PodDisruptionBudget', 'Service'])
    const all = render(FULL).map(({ kind }) => kind)
    expect(all).toEqual(['Deployment', 'PodDisruptionBudget', 'Ingress', 'PodMonitor', 'Service'])
    expect(render({ ...usual, replicas: 1 }).map(({ kind }) => kind)).toEqual(['Deployment', 'Service'])
  })

  test('reads each of its values somewhere', () => {
    const text = templates.map((name) => fileOf(`templates/${name}`)).join('')
    const leaves = Object.entries(usual).flatMap(([name, value]) =>
      typeof value === 'object' && !['env', 'resources'].includes(name)
        ? Object.keys(value as object).map((key) => `.Values.${name}.${key}`)
        : [`.Values.${name}`],
    )
    expect(leaves.filter((leaf) => !text.includes(leaf))).toEqual([])
  })

  test.each([
    ['usual', usual],
    ['full', FULL],
  ])('has selectors, ports and volumes that fit each other (%s)', (_, values) => {
    const manifests = render(values)
    const { spec } = ofKind(manifests, 'Deployment')
    const labels = spec.template.metadata.labels
    const selectors = [
      spec.selector.matchLabels,
      ofKind(manifests, 'Service').spec.selector,
      ofKind(manifests, 'PodDisruptionBudget').spec.selector.matchLabels,
      spec.template.spec.topologySpreadConstraints[0].labelSelector.matchLabels,
    ]
    for (const selector of selectors) expect(labels).toMatchObject(selector)
    const [container] = spec.template.spec.containers
    const ports = container.ports.map(({ name }: { name: string }) => name)
    expect(ports).toContain(ofKind(manifests, 'Service').spec.ports[0].targetPort)
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
      expect(ports).toContain(container[probe].httpGet.port)
    const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).toSorted()
    expect(names(container.volumeMounts)).toEqual(names(spec.template.spec.volumes))
    expect(container.image).toBe(`registry.example/livery:${chart.appVersion}`)
    expect(manifests.map(({ metadata }) => metadata.name)).toEqual(manifests.map(() => 'north'))
  })

  test('names variables that the engine reads, and runs without rights', () => {
    const known = new Set(Object.keys(environment.properties))
    const { spec } = ofKind(render(FULL), 'Deployment').spec.template
    const [container] = spec.containers
    const named = container.env.map(({ name }: { name: string }) => name)
    expect(named).toEqual(['LIVERY_TRUSTED_PROXIES', 'LIVERY_FEED', 'LIVERY_STUDIO_HOSTS'])
    expect(named.filter((name: string) => !known.has(name))).toEqual([])
    expect(container.env[1].value).toBe('simulator')
    expect(spec.securityContext.runAsNonRoot).toBe(true)
    expect(container.securityContext).toMatchObject({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    })
    expect(container.resources).toEqual(usual.resources)
  })

  test('leads each host to the service', () => {
    const manifests = render(FULL)
    const { spec } = ofKind(manifests, 'Ingress')
    expect(spec.rules.map(({ host }: { host: string }) => host)).toEqual(FULL.ingress.hosts)
    expect(spec.tls[0].hosts).toEqual(FULL.ingress.hosts)
    const backend = spec.rules[0].http.paths[0].backend.service
    const service = ofKind(manifests, 'Service')
    expect(backend).toEqual({ name: service.metadata.name, port: { name: service.spec.ports[0].name } })
  })

  test('is of the version of the engine', () => {
    const { version } = JSON.parse(readFileSync(`${root}../../../package.json`, 'utf8')) as { version: string }
    expect(chart.appVersion).toBe(version)
  })
})
