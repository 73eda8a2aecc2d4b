import { useEffect, useState, useSyncExternalStore } from 'react';
import { currentSearch, onSearchChange } from '../../browser/search';
import { LeaveGuard } from '../../configuration/LeaveGuard';
import { Panel, panelDraft } from '../../configuration/Panel';
import { readNow, refresh } from '../../data/poll';
import { isObject, numberOrNull, textOrNull } from '../../data/read';
import { recordsOf, write } from '../../data/records';
import { useSession } from '../../data/session';
import { useCountdown } from '../../data/ticker';
import { useResource } from '../../data/use-resource';
import { draftKey } from '../../form/drafts';
import { t } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';
import { Lazy } from '../../ui/Lazy';
import { WhenNear } from '../../ui/WhenNear';
import { forBox, needsBox, setOnBox, useBox } from './for-box';
import { administratorPanels, networkPanel, sharedPanels } from './system-panels';
import '../../configuration/configuration.css';

// At the bottom of the screen.
const loadPush = () => import('./Push').then(module => module.Push);
const belowParts = ['config-opened'] as const;
const displayParts = ['config-opened', 'config-displays'] as const;
const languageParts = ['config-opened', 'config-languages'] as const;
const logParts = ['config-opened', 'audit'] as const;
/** The drafts of its panels, which are asked about before they are thrown away, too. */
const pushDrafts = ['sistema/webhook', 'sistema/syslog'];
const loadMaintenance = () => import('./Maintenance').then(module => module.Maintenance);
const loadDisplays = () => import('./WallDisplays').then(module => module.WallDisplays);
const loadLanguages = () => import('./Languages').then(module => module.Languages);
const loadInvalid = () => import('./InvalidMeasures').then(module => module.InvalidMeasures);
const loadLog = () => import('./AuditLog').then(module => module.AuditLog);
const loadSteps = () => import('../../configuration/FirstSteps').then(module => module.FirstSteps);
const stepParts = ['first-steps'] as const;
const allSteps = { isWhole: true, className: '' };
const none = {};

const loadFieldBus = () => import('./fieldbus/FieldBus').then(module => module.FieldBus);
const busParts = ['config-devices', 'bus-causes', 'fieldbus'] as const;
/** In the address: the field bus or the audit log instead of the panels. The specification has no routes for them. */
const shownView = () => new URLSearchParams(currentSearch()).get('vista');

/** The system setup; for administrators also the field bus, and the audit log alone. */
export function Screen() {
  const view = useSyncExternalStore(onSearchChange, shownView);
  const isAdministrator = useSession()?.role === 'admin';
  if (isAdministrator && view === 'bus') return <Lazy load={loadFieldBus} parts={busParts} props={none} />;
  if (isAdministrator && view === 'registro')
    return (
      <div className="sheet cf">
        <Lazy load={loadLog} parts={logParts} props={none} />
      </div>
    );
  return <Panels />;
}

const system = recordsOf('GET sistema');
const plantRecord = recordsOf('GET impianto/:id', { id: '1' });

/** Independent panels: each is saved on its own. Technicians of the controller may read them. */
function Panels() {
  const session = useSession();
  const isAdministrator = session?.role === 'admin';
  const { value: plant, error } = useResource(plantRecord);
  // Not before the panels above have their height; also where the plant cannot be read, as backup and restart are needed most then.
  const isBelowShown = isAdministrator && (plant !== undefined || error !== null);
  const panels = [...sharedPanels, ...(isAdministrator ? administratorPanels : [])];
  const drafts = [...[networkPanel, ...panels].map(panelDraft), ...pushDrafts];
  return (
    <div className="sheet cf">
      <header className="head">
        <h1>{t('menu.systemSetup')}</h1>
        <p>{t('system.intro')}</p>
      </header>
      {!isAdministrator && (
        <div>
          <div className="note">
            <Icon name="lock" />
            <div>
              <b>{t('config.readOnly')}</b> {t('config.readOnlyWhy')}
            </div>
          </div>
        </div>
      )}
      {isAdministrator && <Lazy load={loadSteps} parts={stepParts} props={allSteps} />}
      <BoxPanel screen={networkPanel} isReadOnly={!isAdministrator} saveWord={t('system.saveNetwork')}>
        <NetworkNote isAdministrator={isAdministrator} />
      </BoxPanel>
      {panels.map(panel => (
        <BoxPanel key={panel.title} screen={panel} isReadOnly={!isAdministrator} />
      ))}
      {isBelowShown && (
        <WhenNear>
          <Lazy load={loadPush} parts={belowParts} props={none} />
          <Lazy load={loadMaintenance} parts={belowParts} props={none} />
          <Lazy load={loadDisplays} parts={displayParts} props={none} />
          <Lazy load={loadLanguages} parts={languageParts} props={none} />
          <Lazy load={loadInvalid} parts={belowParts} props={none} />
          <Lazy load={loadLog} parts={logParts} props={none} />
        </WhenNear>
      )}
      <LeaveGuard keys={drafts.map(draft => draftKey(session?.user ?? '', draft))} />
    </div>
  );
}

type BoxPanelProps = Parameters<typeof Panel>[0];

/** A panel with what the box can do, and where the rest is set. */
function BoxPanel({ screen, isReadOnly, children, ...rest }: BoxPanelProps) {
  const { can, isKnown } = useBox();
  const onBox = setOnBox(screen, can);
  const isWhole = onBox.includes('network');
  return (
    <Panel
      {...rest}
      screen={forBox(screen, can)}
      isReadOnly={isReadOnly || isWhole}
      isWaiting={needsBox(screen) && !isKnown}
    >
      {!isWhole && children}
      {onBox.map(what => (
        <p key={what} className="u">
          {t(`system.onBox.${what}`)}
        </p>
      ))}
    </Panel>
  );
}

/** The effects of a change of the network. While a change is on trial: the time left, and how to keep it. */
function NetworkNote({ isAdministrator }: { readonly isAdministrator: boolean }) {
  const { value: [settings] = [], receivedMs } = useResource(system);
  const { value: [plant] = [] } = useResource(plantRecord);
  const version = plant?.versione;
  const [isFailed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a part of the plant was saved
  useEffect(() => refresh(system), [version]);
  const trial = isObject(settings?.rete_in_prova) ? settings.rete_in_prova : null;
  const leftS = numberOrNull(trial?.secondi);
  const left = useCountdown(leftS === null || receivedMs === null ? null : receivedMs + leftS * 1000);
  const next = isObject(trial?.nuova) ? textOrNull(trial.nuova.ip) : null;
  const confirm = async () => {
    const { kind } = await write('POST impianto/:id/network/conferma', { params: { id: '1' } });
    setFailed(kind !== 'saved');
    await readNow(system).catch(() => undefined);
  };
  return (
    <div className="note">
      <Icon name="warn" />
      <div role="status">
        {trial && left > 0 ? (
          <>
            <b>{t('system.onTrial', { count: left })}</b> {t('system.onTrialHow')}{' '}
            {next && <a href={`${location.protocol}//${next}/config/setup-sistema`}>{next}</a>}
          </>
        ) : (
          t(settings?.solo_registrato === true ? 'system.recordedOnly' : 'system.networkNote')
        )}
        {isFailed && <p>{t('system.notConfirmed')}</p>}
      </div>
      {trial && isAdministrator && left > 0 && (
        <button type="button" className="end" onClick={() => void confirm()}>
          {t('system.confirm')}
        </button>
      )}
    </div>
  );
}
