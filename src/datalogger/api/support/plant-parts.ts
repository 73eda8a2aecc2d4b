import type { BodyOf } from '../../../contract';
import { readHourTable } from '../../analytics/contract/hour-table';
import type { PlantParts, PlantRecord } from '../../storage/config/plant-config';
import { ProblemError } from '../http/handler';
import { isSameReceiver, passwordFor } from './secrets';

/** Turns a body into a change of the stored plant, and checks what schemas cannot: rules over several fields. */
type PartOf<B> = (body: B, record: PlantRecord) => PlantParts;

function refuse(codice: 'required' | 'invalid', campo: string, message: string): never {
  throw new ProblemError(422, codice, message, { campo });
}

export const plantFields: PartOf<BodyOf<'PUT impianto/:id'>> = ({ id: _, ...fields }) => {
  checkZone(fields.fuso);
  return { fields: { ...fields, budget_orario: checkedHours(fields.budget_orario) } };
};

/**
 * The table of months and hours with semicolons, as what is stored has no tabs. 422 with the number of the line that is not as the table
 * wants it.
 */
export function checkedHours(text: string | undefined): string | undefined {
  const read = text ? readHourTable(text) : [];
  if (!('line' in read)) return text?.replaceAll('\t', ';').replaceAll('\r', '');
  const { line } = read;
  throw new ProblemError(422, 'invalid', `Line ${line} has not 24 numbers of its month.`, {
    campo: 'budget_orario',
    da: String(line),
  });
}

/** 422 unless the name is in this machine's list of time zones. */
export function checkZone(zone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    refuse('invalid', 'fuso', 'Not a time zone.');
  }
}

export const networkPart: PartOf<BodyOf<'PATCH impianto/:id/network'>> = (body, record) => {
  const network = { ...record.network, ...body };
  if (network.modalita === 'statico') {
    const { ip, maschera, gateway } = network;
    if (ip === undefined) return refuse('required', 'ip', 'A fixed address is needed.');
    if (maschera === undefined) return refuse('required', 'maschera', 'A mask is needed.');
    if (gateway !== undefined && !isSameSubnet(ip, gateway, maschera)) {
      refuse('invalid', 'gateway', 'The gateway is not in the subnet.');
    }
  }
  return { network };
};

/** `prefix`: length of the mask, 8 to 30. */
function isSameSubnet(a: string, b: string, prefix: number): boolean {
  const subnet = (address: string) =>
    address.split('.').reduce((bits, part) => bits * 256 + Number(part), 0) >>> (32 - prefix);
  return subnet(a) === subnet(b);
}

export const knxPart: PartOf<BodyOf<'PATCH impianto/:id/KNX'>> = (body, record) => {
  const knx = { ...record.knx, ...body };
  if (knx.abilitato && knx.modalita === 'tunnel' && knx.gateway === undefined) {
    refuse('required', 'gateway', 'A tunnel needs its gateway.');
  }
  return { knx };
};

export const dynDnsPart: PartOf<BodyOf<'PATCH impianto/:id/dyn-dns'>> = ({ password, ...body }, record) => {
  const dynDns = { ...record.dynDns, ...body };
  if (dynDns.abilitato && dynDns.hostname === undefined) refuse('required', 'hostname', 'A name is needed.');
  if (dynDns.abilitato && dynDns.provider === 'custom' && !dynDns.url) {
    refuse('required', 'url', 'A provider of your own needs its address.');
  }
  const { dynDns: old, dynDnsPassword: stored } = record;
  return { dynDns, dynDnsPassword: passwordFor(password, stored || null, isSameReceiver(old, dynDns)) };
};

export const upsPart: PartOf<BodyOf<'PATCH impianto/:id/ups'>> = (
  { ups: hasUps, password, ...settings },
  record,
) => {
  const ups = { ...record.ups, ...settings };
  if (hasUps && ups.interfaccia === 'nut') {
    if (!ups.host) refuse('required', 'host', 'The server of the UPS is needed.');
    if (!ups.nome_ups) refuse('required', 'nome_ups', 'The name of the UPS on its server is needed.');
  }
  const { ups: old, upsPassword: stored } = record;
  const upsPassword = passwordFor(password, stored || null, isSameReceiver(old, ups));
  if (ups.riaccensione && (!ups.utente || upsPassword === null))
    refuse('required', ups.utente ? 'password' : 'utente', 'Cutting the output needs a user of the server.');
  return { hasUps, ups, upsPassword };
};
