import { execFileSync } from 'node:child_process';

/** Two network namespaces: the box's, and that of the plant's network, in which everything else of the test runs. */
export interface BoxNetwork {
  readonly netns: string;
  readonly lan: string;
  remove(): void;
}

const ip = (...args: readonly string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });

/**
 * Connects the interfaces eth0, eth1… of the box with lan0, lan1… of the other namespace. Interface N has the address 10.73.N.2/24 and
 * lanN has 10.73.N.1/24; neither exists outside the two namespaces.
 */
export function boxNetwork(name: string, interfaces: number): BoxNetwork {
  const lan = `${name}-lan`;
  for (const each of [name, lan]) {
    ip('netns', 'add', each);
    ip('-n', each, 'link', 'set', 'lo', 'up');
  }
  for (let index = 0; index < interfaces; index++) {
    const peer = ['peer', 'name', `lan${index}`, 'netns', lan];
    ip('link', 'add', `eth${index}`, 'netns', name, 'type', 'veth', ...peer);
    ip('-n', name, 'addr', 'add', `10.73.${index}.2/24`, 'dev', `eth${index}`);
    ip('-n', lan, 'addr', 'add', `10.73.${index}.1/24`, 'dev', `lan${index}`);
    ip('-n', name, 'link', 'set', `eth${index}`, 'up');
    ip('-n', lan, 'link', 'set', `lan${index}`, 'up');
  }
  const remove = () => {
    for (const each of [name, lan]) ip('netns', 'del', each);
  };
  return { netns: name, lan, remove };
}
