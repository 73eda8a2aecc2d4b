import { bundledPackages, runtimePackages } from './packages';
import type { Release } from './release';

/** The CycloneDX 1.6 bill of materials of the delivered packages; the same commit gives the same text. */
export function billOfMaterials({ version, timeS, commit }: Release): string {
  const purl = (name: string, of: string) => `pkg:npm/${name.replace('@', '%40')}@${of}`;
  const components = [...bundledPackages(), ...runtimePackages()].map(each => ({
    type: 'library',
    'bom-ref': purl(each.name, each.version),
    name: each.name,
    version: each.version,
    purl: purl(each.name, each.version),
    licenses: [{ license: { id: each.licence } }],
  }));
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(timeS * 1000).toISOString(),
      component: { type: 'application', 'bom-ref': 'meridiana', name: 'meridiana', version },
      properties: [{ name: 'commit', value: commit }],
    },
    components,
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}
