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
      "alarms": "2fc88e464cedff35 246979ee6330e0c5",
      "archive": {
        "clock_step": "e3b0c44298fc1c14",
        "contatori_day": "b0fb28a0e4fcf24f",
        "contatori_minute": "bd8b0b5c87698ebd",
        "contatori_quarter": "288d6838b0c7fac9",
        "days_zone": "5369ff6f3d10b790",
        "impianto_day": "2c6a0109652d6ec5",
        "impianto_minute": "8756db2fccb7cc96",
        "impianto_quarter": "d2de0c79d487d109",
        "inverter_day": "3972fda1d2b4be33",
        "inverter_minute": "879e199dd3c44ffa",
        "inverter_quarter": "c6ebb3f832808af2",
        "layout": "2a9dac8fec6c529e",
        "sensori_day": "ff0c4a5da92aa411",
        "sensori_minute": "d6011e84a65edcf4",
        "sensori_quarter": "b552306c0c11cec1",
        "stand": "36d8bc3f893c07e6",
        "stringhe_day": "96d02787ae680e1f",
        "stringhe_minute": "8e257ecc7c40bb97",
        "stringhe_quarter": "3d136531749ee4c0",
        "tracker_day": "e3b0c44298fc1c14",
        "tracker_minute": "e3b0c44298fc1c14",
        "tracker_quarter": "e3b0c44298fc1c14",
      },
      "live": {
        "cci": "dee673c4446dca51",
        "contatori": "50d9781f56562726",
        "di": "c711ec7d4c35e78c",
        "impianto": "fd9125d155356219",
        "inverter": "c4c00e8c846ac448",
        "mppt": "3b942acdd114ffe7",
        "sensori": "3e3dd7a005c98b66",
        "spi": "586a065e588df2c0",
        "stringhe": "648c42a4ff7d2ff3",
        "tracker": "84a855c8b5229c3c",
      },
    }
  `);
});

test('medium', longPatience, async () => {
  expect(await figuresOfDay('medium')).toMatchInlineSnapshot(`
    {
      "alarms": "08962badabcf9110 81a26954de63155e",
      "archive": {
        "clock_step": "e3b0c44298fc1c14",
        "contatori_day": "21f17e5e72a271fa",
        "contatori_minute": "71ebc1d124c6e24e",
        "contatori_quarter": "2b07f4821fd4c350",
        "days_zone": "5369ff6f3d10b790",
        "impianto_day": "df8978205b344f15",
        "impianto_minute": "de9813ddf336c726",
        "impianto_quarter": "08cecd8a42393d22",
        "inverter_day": "c18fab0a5768b630",
        "inverter_minute": "524235a993a011cf",
        "inverter_quarter": "798f71ac3850e2d2",
        "layout": "11ede09e45f18ddd",
        "sensori_day": "94181b9436ea9076",
        "sensori_minute": "10b8c40a5fb08655",
        "sensori_quarter": "bd07a5f564675d19",
        "stand": "f3c7e621143c1bb7",
        "stringhe_day": "bf8ed1fc2c6b189c",
        "stringhe_minute": "d874761525441773",
        "stringhe_quarter": "22b8eb9259b4b17e",
        "tracker_day": "7d60d93d75077c88",
        "tracker_minute": "7ad205919aaa3027",
        "tracker_quarter": "65bf1e9ccc7b2af9",
      },
      "live": {
        "cci": "ac0fdc63b565df77",
        "contatori": "9e9453fb36c96dcc",
        "di": "6e2cc29bc62d4a22",
        "impianto": "776240a42eb214c2",
        "inverter": "9612c4d3d86a879b",
        "mppt": "a959de25d1f63e98",
        "sensori": "9b6c4032c24466cb",
        "spi": "ec8b88eb22ef8088",
        "stringhe": "ed1cdc18cc47c90a",
        "tracker": "ec97b56bc8d6707f",
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
