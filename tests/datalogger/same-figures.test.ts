import { expect, test } from 'vitest';
import { figuresOfDay } from '../support/figures';
import { isLong, longPatience } from '../support/long';

/*
 * A change of the code's structure changes no figure: one day of each plant, with every kind of fault and an administrator at work,
 * bit for bit. Whoever means to change a figure writes the new hashes with `npm run same-figures -- -u` and says why in the commit.
 */

test('small', longPatience, async () => {
  expect(await figuresOfDay('small')).toMatchInlineSnapshot(`
    {
      "alarms": "56d0fe061db9143c 7ff183e22808f0d1",
      "archive": {
        "clock_step": "e3b0c44298fc1c14",
        "contatori_day": "3db8f010c0eca2cd",
        "contatori_minute": "a8365186c98ac8b5",
        "contatori_quarter": "b8bfd9ebc08d61d7",
        "days_zone": "5369ff6f3d10b790",
        "impianto_day": "443ea35caf4cb952",
        "impianto_minute": "f35b2f453d8fb127",
        "impianto_quarter": "57d99ea771b96a0f",
        "inverter_day": "b22e4691a32d19b4",
        "inverter_minute": "8ab3db92a1b8fa8c",
        "inverter_quarter": "35aaf9431b62dc6e",
        "layout": "7bbdc51b32c87382",
        "sensori_day": "5ada90c6f92268d3",
        "sensori_minute": "16e440923167ec7e",
        "sensori_quarter": "b3dc9d361f2bc8a9",
        "stand": "1ea038cdfeddc6b2",
        "stringhe_day": "613fc456d6a2e74f",
        "stringhe_minute": "b0e010df83f8364c",
        "stringhe_quarter": "14f22d6bb4a4905f",
        "tracker_day": "e3b0c44298fc1c14",
        "tracker_minute": "e3b0c44298fc1c14",
        "tracker_quarter": "e3b0c44298fc1c14",
      },
      "live": {
        "cci": "dee673c4446dca51",
        "contatori": "b57fa3edb515faff",
        "di": "e0360c4aa156ffc0",
        "impianto": "b72133cdfa862f63",
        "inverter": "100659f4db04ea0c",
        "mppt": "9a6a007b6988f254",
        "sensori": "a5262f8200a008ff",
        "spi": "7f369111a87a2f44",
        "stringhe": "c9f396bd35cfc7e2",
        "tracker": "84a855c8b5229c3c",
      },
    }
  `);
});

test('medium', longPatience, async () => {
  expect(await figuresOfDay('medium')).toMatchInlineSnapshot(`
    {
      "alarms": "6475eba564de7538 331f9d580a67a48e",
      "archive": {
        "clock_step": "e3b0c44298fc1c14",
        "contatori_day": "dbfe44f703ab0987",
        "contatori_minute": "83823cf23f944e49",
        "contatori_quarter": "a3a763c6e013f8b0",
        "days_zone": "5369ff6f3d10b790",
        "impianto_day": "fcefc19d86d9e63c",
        "impianto_minute": "d3c7cbc4e2e9b811",
        "impianto_quarter": "e33b7f588dc337df",
        "inverter_day": "039a3741d8d74db5",
        "inverter_minute": "3da2d368ff599729",
        "inverter_quarter": "af13c3884e2ecdc4",
        "layout": "3aa8c41e0866313c",
        "sensori_day": "f7cf7d8ef2b6a534",
        "sensori_minute": "31124f134595b5d3",
        "sensori_quarter": "213ee67d18ff3581",
        "stand": "39ebd6b70de936bb",
        "stringhe_day": "f7fbf9fea0063b5d",
        "stringhe_minute": "e2b521a7720a0782",
        "stringhe_quarter": "cee544bf7d8016df",
        "tracker_day": "1c2c190875171f7f",
        "tracker_minute": "0c2da8d9f0db463e",
        "tracker_quarter": "0296d79edeebbec3",
      },
      "live": {
        "cci": "a89d5070a703453b",
        "contatori": "c8fb1e0414b656e8",
        "di": "50968ddc1f11b72f",
        "impianto": "acb26f38a9d5f18b",
        "inverter": "dc1694116fb513a0",
        "mppt": "5493b4ca5d162035",
        "sensori": "2b54a30b5a61355d",
        "spi": "16c822a56bac6601",
        "stringhe": "172033f6cfd243fe",
        "tracker": "0a50c402a3663991",
      },
    }
  `);
});

test.runIf(isLong)('large', longPatience, async () => {
  expect(await figuresOfDay('large')).toMatchInlineSnapshot(`
    {
      "alarms": "dd95b93c67b537ef c3b66765d830d4e7",
      "archive": {
        "contatori_day": "eb3c1910e3f5ede9",
        "contatori_minute": "31616f0be831e093",
        "contatori_quarter": "9bee670aa0b0a88d",
        "impianto_day": "04d8ef4434c40c6f",
        "impianto_minute": "c646d5ad59f06005",
        "impianto_quarter": "2c2d14854ed59f34",
        "inverter_day": "491760b35b0e6330",
        "inverter_minute": "e0f27fc2e83d3d87",
        "inverter_quarter": "4560df66e925b710",
        "layout": "b13c9d5d8ee756d5",
        "sensori_day": "906405a341d9b9ba",
        "sensori_minute": "6ff5eca33744aeea",
        "sensori_quarter": "6110ba533002532f",
        "stand": "1590759fdb3fbfc6",
        "stringhe_day": "ddee9058c0b36fef",
        "stringhe_minute": "48eded5663153f7d",
        "stringhe_quarter": "e1ae4b48ba975a95",
        "tracker_day": "6f7cef019e01bd12",
        "tracker_minute": "721fd63f4836bd62",
        "tracker_quarter": "4c6795634969efc4",
      },
      "live": {
        "cci": "2788be44daa1f892",
        "contatori": "341c6953ae61fbdb",
        "di": "3fed6ed9b71fd106",
        "impianto": "b05ccb16565d5bc7",
        "inverter": "f5b41c37f971728b",
        "mppt": "f0b86c02f35c8cf2",
        "sensori": "cf0f8806fe6104c0",
        "spi": "089150e0c15fb7df",
        "stringhe": "b85e11281d8a09d0",
        "tracker": "0c74256a6f4c6086",
      },
    }
  `);
});

test.runIf(isLong)('xl', longPatience, async () => {
  expect(await figuresOfDay('xl')).toMatchInlineSnapshot(`
    {
      "alarms": "06f9a6b5d70534e2 6f5f0afb7e20ec98",
      "archive": {
        "contatori_day": "436de766d92975ba",
        "contatori_minute": "b5a570253187a830",
        "contatori_quarter": "e67665b15128e8da",
        "impianto_day": "e3e7d490daafc13e",
        "impianto_minute": "6885b4fffd949ee3",
        "impianto_quarter": "d3935a730e166823",
        "inverter_day": "46cfa096e14be72d",
        "inverter_minute": "f22b86f730a4a5bb",
        "inverter_quarter": "344a6434cb849345",
        "layout": "a0a7870bd585d59d",
        "sensori_day": "2527f97c78e5b7ce",
        "sensori_minute": "11326b38f1141186",
        "sensori_quarter": "96edcacef6a4d2c9",
        "stand": "a4b788105ea5d283",
        "stringhe_day": "64718644b9c2c202",
        "stringhe_minute": "3ad5d7b9efba4357",
        "stringhe_quarter": "8b43df932a6d672e",
        "tracker_day": "098659ace02fb898",
        "tracker_minute": "4db6b3ce9f42c9e6",
        "tracker_quarter": "db9c606803df4078",
      },
      "live": {
        "cci": "dd509e528f4f4e8b",
        "contatori": "59fdf41b21514c92",
        "di": "dc1de92c4376ece0",
        "impianto": "0c3176622b02d52d",
        "inverter": "ed38f75ee9972b34",
        "mppt": "c62766bb2641a5b3",
        "sensori": "58f7726f6d9125b8",
        "spi": "b6eeab82ff92bd96",
        "stringhe": "204187cf44f022dd",
        "tracker": "409ea9096f685a0c",
      },
    }
  `);
});
